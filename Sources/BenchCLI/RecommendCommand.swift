import ArgumentParser
import BenchHarness
import BenchReport
import Foundation

struct RecommendCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "recommend",
    abstract: "Recommends a pace for your app, from a recording of its updates.",
    usage: "bench recommend [<options>] [<file> ...]",
    discussion: """
      In virtual time, compares the recorded pace (if none is recorded, a reload for every update) with the \
      library's policies, with parameters that an app would use. Differences of under 5 %, under 0.5 \
      percentage points of main-thread time, or under 20 ms of latency do not count.

      Given only a limit on latency, minimizes main-thread time. Given only limits on main-thread time or \
      deliveries, minimizes latency. Otherwise, and with --latency-price, minimizes the cost. Without any \
      of these, avoids latencies of over 100 ms. --help-hidden lists options for formats and many files.

      Examples:
        bench recommend my-app.csv --reload-cost 8ms --max-latency 100ms
        bench recommend users --for 95%

      Exit codes: 0 answered; 1 nothing meets the goals.
      """)

  @Argument(
    help: ArgumentHelp("Recordings, or folders of recordings; - for stdin.", valueName: "file"),
    completion: .file(extensions: RunSettings.recordingTypes))
  var files: [String] = []

  @OptionGroup var goals: GoalOptions

  @Option(list: "Choose from these (default: policies safe in any app).", completion: .strategies)
  var strategy: String?

  @Option(list: "Use these workloads instead of recordings.", completion: .workloads)
  var workload: String?

  @OptionGroup var format: FormatOption

  @Option(folder: "Write recommend.csv, a table of all settings tried, to this folder.")
  var output: String?

  @OptionGroup var costs: CostOptions
  @OptionGroup var price: PriceOption
  @OptionGroup(visibility: .hidden) var frames: FrameCostOptions
  @OptionGroup(visibility: .hidden) var hop: HopOption
  @OptionGroup(visibility: .hidden) var columns: TraceColumnOptions

  @Option(
    share: "The share of recordings that must meet the goals, as in 95% (default: all). A setting "
      + "is ranked by the recording, among these, on which it is furthest from the best setting.",
    name: .customLong("for"), visibility: .hidden)
  var share: Double?

  @Option(
    help: ArgumentHelp(
      "Use only one part of the recordings, as in 3/8; 'bench merge' answers from all parts.",
      valueName: "part/parts", visibility: .hidden))
  var shard: Shard?

  func validate() throws {
    if files.isEmpty, columns.isGiven {
      throw ValidationError("Options for the format of recordings need a recording: give its file.")
    }
    guard files.isEmpty == (workload == nil) else { return }
    throw ValidationError(
      files.isEmpty
        ? "Nothing to replay. Give a recording of your own, such as my-app.csv, or a "
          + "built-in workload, such as --workload file-events (see '\(ProgramName.text) list workloads')."
        : "Give recordings or --workload, not both.")
  }

  func run(_ bench: Bench) throws {
    var question = Question(goals.goals, hasPrice: price.latencyPrice != nil, share: share ?? 1)
    let settings = try settings(bench, &question)
    let now = try question.now.map { try Selection.one($0, from: bench.registry.strategies) }
    let search = try RecommendationRun(settings, question, now: now)
    if let shard { return try run(shard, of: search, question, settings, bench) }
    let recommendation = try Progress().during { try search.run(onAdvance: $0) }
    try RecommendTable.end(
      recommendation, format: format.printed,
      in: output.map {
        try ResultsFolder(output: $0, name: "recommend", settings: settings)
      })
  }

  private func run(
    _ shard: Shard, of search: RecommendationRun, _ question: Question, _ settings: RunSettings,
    _ bench: Bench
  ) throws {
    let count = settings.workloads.count
    guard shard.count <= count, count > 1 else {
      throw ValidationError(
        "--shard is \(shard), but there \(count == 1 ? "is 1 recording" : "are \(count) recordings"). "
          + "Give two or more recordings, and at most as many parts.")
    }
    let found = Progress().during { search.search(shard: shard, onAdvance: $0) }
    let results = try ResultsFolder(output: output, name: "recommend", settings: settings)
    try results.write(
      RecommendationPart(
        found, question, settings, shard: shard, build: Digest.of(file: bench.path)))
    Output.note("Part \(shard): \(results.url.relativePath)")
  }

  private func settings(_ bench: Bench, _ question: inout Question) throws -> RunSettings {
    let recordings = try columns.read(files, format)
    let deliveries = recordings.map(\.recording.deliveries)
    question.deliveries = deliveries.compactMap { $0 }.distinct
    question.coarse = recordings.compactMap(\.recording.coarse).first
    question.isBuiltIn = files.isEmpty
    question.isGiven = costs.reloadCost != nil
    var model = costs.costs(price, screen: frames.screen)
    if recordings.count == 1, !question.isGiven, let recorded = deliveries[0] {
      model = recorded.applied(to: model)
    }
    var settings = RunSettings(
      strategies: [],
      workloads: try .workloads(
        workload ?? "trace", from: bench.registry.workloads, time: .virtual,
        hasTrace: !files.isEmpty),
      costs: model)
    settings.hop = hop.hop
    try settings.replay(recordings.map { ($0.path, $0.recording.trace) }, deliveries: deliveries)
    question.knowsRows = !settings.hasTraceWithoutRows
    let hasSeveralViews = try settings.hasSeveralViews()
    settings.strategies = try strategies(bench, hasSeveralViews, byRows: question.knowsRows)
    let paces = deliveries.map { $0?.pace }.distinct
    let pace = paces.count == 1 ? paces[0] : nil
    let known = bench.registry.strategies
    question.isRecorded = pace.map { (try? Selection.one($0, from: known)) != nil } ?? false
    question.now = question.isRecorded ? pace : known.first { $0.name == "naive" }?.name
    // Spells the key as the results do.
    question.now = try question.now.map { try Selection.one($0, from: known).key }
    return settings
  }

  /// The strategies to try. Omits row changes if a recording names no rows: the costs of one row per update mislead.
  private func strategies(
    _ bench: Bench, _ hasSeveralViews: Bool, byRows: Bool
  ) throws -> [Selection<StrategyEntry>] {
    if let strategy {
      let named = try [Selection<StrategyEntry>].strategies(
        strategy, from: bench.registry.strategies, time: .virtual
      ).filter { $0.delivery != .none }
      let usable = named.filter { byRows || $0.delivery == .reload }
      guard usable.isEmpty else { return usable }
      throw BenchError.nothingToRun(
        cause: named.isEmpty
          ? "the chosen strategies deliver nothing. Choose others."
          : "the chosen strategies change rows, but a recording names no rows. Give --row-column.")
    }
    let policies = bench.registry.strategies.filter {
      // A default choice must be safe in any app. With one view, a group strategy acts like its ungrouped counterpart.
      $0.isProposed && $0.breaks[.freshAfterWillSet] == nil && (hasSeveralViews || !$0.isGroup)
    }
    return try policies.map { try Selection($0) }
      + (byRows ? policies.map { try Selection($0, given: ["by": "rows"]) } : [])
  }
}

extension Shard: ExpressibleByArgument {
  package init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }
}
