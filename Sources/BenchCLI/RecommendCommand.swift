import ArgumentParser
import BenchReport
import BenchHarness
import Foundation

struct RecommendCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "recommend",
    abstract: "Says which strategy to use for a workload, with which parameter, and what it costs.",
    discussion: """
      Searches all strategies and their parameters in virtual time for what meets the goals best, and \
      says which to use, as Swift to paste. --max-latency alone asks for the one that takes the least \
      main-thread time, --max-main-busy or --max-deliveries-per-second for the lowest latency. With both \
      or neither, or --latency-price, cost decides: main-thread time for deliveries plus a \
      charge, the price, for the time that updates wait. Within 5 % of the lowest, those come first whose \
      rule keeps the goals on any recording, then the simplest, then the cheapest.

      Goals hold for each whole workload: a percentile over all its updates, main-thread time and \
      deliveries on average. With several workloads, several --trace (a folder stands for all in it), or \
      a --session-column, each candidate is judged on the workload where it is furthest from the best one \
      there. --for 95% leaves out the worst twentieth.

      The first three run in real time as well, on the workload where the first comes off worst, or on \
      its busiest two seconds if it is long. Without --strategy, strategies that show the old model when a \
      change is announced before it is made are left out. Where a recording names no rows, strategies \
      that change single rows are left out.

      Examples:
        bench recommend --trace my-app.csv --reload-cost 8ms --max-latency 100ms
        bench recommend --workload uart --max-main-busy 30%
        bench recommend --trace monday.csv --trace tuesday.csv
        bench recommend --trace my-recordings --verbose
        bench recommend --trace all.csv --session-column id --max-latency 100ms --for 95%
        bench recommend --trace my-app.csv --measure-reload Results/latest

      Exit codes: 0 found one; 1 nothing meets the goals, or nothing does in real time; 3 real \
      time could not tell.
      """)

  @OptionGroup(title: "Goals") var goals: GoalOptions
  @OptionGroup(title: "What to choose from") var selection: SelectionOptions
  @OptionGroup(title: "Costs of the view") var costs: CostOptions
  @OptionGroup(title: "Costs of the view") var frames: FrameCostOptions
  @OptionGroup(title: "Costs of the view") var price: PriceOption
  @OptionGroup(title: "Costs of the view") var hop: HopOption

  @Option(
    share: "The share of the recordings that has to meet the goals, as in 95% (default: all).",
    name: .customLong("for"))
  var share: Double?

  @Option(
    named: "The column of the trace that tells apart the recordings in it, as a session or a user.")
  var sessionColumn: String?

  @Option(
    help: ArgumentHelp(
      "Try the candidates on one part of the recordings, as in 3/8, and leave the answer to 'bench merge'. "
        + "Nothing runs in real time.", valueName: "part/parts"))
  var shard: Shard?

  @Option(
    folder: "Take the reload's cost from this run in real time: main-thread CPU time per delivery.")
  var measureReload: String?

  @Flag(inversion: .prefixedNo, help: "Run the first three in real time.")
  var confirm = true

  @Option(
    help: ArgumentHelp(
      "Trials of each of the three in real time (default: 3, with --quick 1).", valueName: "number")
  )
  var trials: Int?

  @Flag(help: "Choose only among strategies that reload the view.")
  var reloadOnly = false

  @Flag(help: "Also print the candidates, and what was tried.")
  var verbose = false

  @OptionGroup(title: "Trace") var trace: TraceOptionGroup

  /// How much of a workload runs in real time: a thousand updates of a burst, and nine trials do
  /// not take long.
  private static let window = Duration.seconds(2)

  func validate() throws {
    if measureReload != nil && costs.reloadCost != nil {
      throw ValidationError("Give --measure-reload or --reload-cost, not both.")
    }
    if sessionColumn != nil && trace.traces.isEmpty {
      throw ValidationError("--session-column goes with --trace FILE.")
    }
    if trials != nil && shard != nil {
      throw ValidationError("--trials does not go with --shard, which runs nothing in real time.")
    }
    if trials != nil && !confirm {
      throw ValidationError("--trials does not go with --no-confirm.")
    }
    try require("--trials", trials, 1...1_000)
    if trace.traces.isEmpty && selection.workload == nil {
      throw ValidationError(
        "Recommend for which updates? Give a recording of your own, --trace my-app.csv, or a "
          + "built-in workload, as in --workload file-events ('\(ProgramName.text) list workloads')."
      )
    }
  }

  func run(_ bench: Bench) throws {
    var settings = try settings(bench)
    let support = try supportOfRows(&settings)
    let question = Question(
      goals: goals.goals, weighing: Weighing(goals.goals, hasPrice: price.latencyPrice != nil),
      support: support, share: share ?? 1)
    let search = try RecommendationRun(settings, question)
    if let shard { return try run(shard, of: search, question, settings, bench) }
    var recommendation = try Progress().during { try search.run(onAdvance: $0) }
    settings.strategies = recommendation.shown.map(\.selection)
    let isSingle = recommendation.cases.count == 1
    if !isSingle {
      let hardest = recommendation.hardestCase ?? recommendation.cases[0]
      settings.workloads.removeAll { $0.key != hardest.workload }
    }
    let virtualRun = try VirtualRun(settings)
    try withResults(settings) { results in
      let records = try Progress().during { try virtualRun.run(onAdvance: $0) }
      try results.write(
        records, header: RunHeader(settings, time: .virtual, command: CommandLine.arguments))
      // For several recordings, `merge` has only what all parts have; the answer must be the same.
      if isSingle {
        recommendation = recommendation.completed(by: results.summaries(records))
      }
      try results.write(recommendation)
      if confirm, let place = recommendation.hardestCase {
        recommendation.confirmation = try confirmation(
          of: recommendation, on: place, settings, in: results.url, bench)
        try results.write(recommendation)
      }
      try RecommendTable.show(recommendation, format: selection.format, isVerbose: verbose)
      Output.noteFailures(records)
      if selection.output != nil { Output.note("Results: \(results.url.relativePath)") }
    }
    if recommendation.choice == nil { throw ExitCode(1) }
    if recommendation.verdict == .unknown { throw ExitCode(3) }
  }

  private func withResults(
    _ settings: RunSettings, _ work: (ResultsFolder) throws -> Void
  ) throws {
    let temporary = try selection.output == nil ? FileManager.makeTemporaryFolder() : nil
    defer { temporary.map { try? FileManager.default.removeItem(at: $0) } }
    try work(
      ResultsFolder(
        output: selection.output ?? temporary?.path, name: "recommend", date: Date(),
        settings: settings))
  }

  private func run(
    _ shard: Shard, of search: RecommendationRun, _ question: Question, _ settings: RunSettings,
    _ bench: Bench
  ) throws {
    let count = settings.workloads.count
    guard shard.count <= count, count > 1 else {
      throw ValidationError(
        "--shard is \(shard), and there \(count == 1 ? "is 1 recording" : "are \(count) recordings") "
          + "to share out. Give at most as many parts.")
    }
    let found = try Progress().during { try search.search(shard: shard, onAdvance: $0) }
    let results = try ResultsFolder(
      output: selection.output, name: "recommend", date: Date(), settings: settings)
    try results.write(
      RecommendationPart(
        found, question, settings, shard: shard, build: Digest.of(file: bench.path)))
    Output.note("Part \(shard): \(results.url.relativePath)")
  }

  private func settings(_ bench: Bench) throws -> RunSettings {
    var model = costs.costs(price, screen: frames.screen)
    if let measureReload {
      let measured = try MeasuredReload(
        folder: URL(fileURLWithPath: measureReload, isDirectory: true), bench.registry)
      model = measured.applied(to: model)
      Output.note(measured.description(model))
    }
    let workloads = try selection.workloads(
      default: "trace", bench, time: .virtual, hasTrace: !trace.traces.isEmpty)
    let strategies = try selection.strategies(default: "*", bench, time: .virtual)
      .filter { $0.entry.delivery != .none }
      // A named strategy is tried; one proposed unasked must be safe in any app.
      .filter { selection.strategy != nil || $0.entry.breaks[.freshAfterWillSet] == nil }
    guard !strategies.isEmpty else {
      throw BenchError.nothingToRun(cause: "what is chosen delivers nothing.")
    }
    var settings = RunSettings(
      strategies: strategies, workloads: workloads, seed: selection.seed, costs: model)
    settings.pin = true
    settings.hop = hop.hop
    try settings.replay(
      trace.readAll(sessionColumn: sessionColumn, isVerbose: verbose),
      areSessions: sessionColumn != nil)
    // With a single view, a group does what its members do.
    if selection.strategy == nil, try !settings.hasSeveralViews() {
      settings.strategies.removeAll(where: \.entry.isGroup)
    }
    return settings
  }

  /// Leaves out strategies that change rows, if asked to or if a recording names no rows: each
  /// update is given one then, and such changes look free.
  private func supportOfRows(_ settings: inout RunSettings) throws -> RowSupport {
    let isInvented = settings.hasTraceWithoutRows
    guard reloadOnly || isInvented else { return .known }
    let reloading = settings.strategies.filter { $0.entry.delivery == .reload }
    guard !reloading.isEmpty else {
      throw BenchError.nothingToRun(
        cause: "what is chosen changes single rows"
          + (reloadOnly ? "." : ", and the recording names none. Give --row-column."))
    }
    let isLess = reloading.count < settings.strategies.count
    settings.strategies = reloading
    return !isLess ? .known : reloadOnly ? .unwanted : .invented
  }

  private func confirmation(
    of recommendation: Recommendation, on place: Recommendation.Case, _ settings: RunSettings,
    in folder: URL, _ bench: Bench
  ) throws -> Confirmation {
    let finalists = recommendation.finalists
    var settings = settings.only(place.workload)
    settings.strategies = finalists.map(\.selection)
    settings.window = try settings.plans().values.first?.busiestWindow(Self.window)
    let results = try ResultsFolder(
      output: folder.appendingPathComponent("confirmation").relativePath, name: "", date: Date(),
      settings: settings)
    let virtual = results.summaries(try VirtualRun(settings).run())
    settings.trials = trials ?? (selection.quick ? 1 : 3)
    let records = try RunCommand.measure(settings, into: results, bench).records
    Output.noteFailures(records)
    return Confirmation(
      finalists, on: place, window: settings.window, virtual: virtual,
      real: results.summaries(records))
  }
}

extension Shard: ExpressibleByArgument {
  package init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }
}
