import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns

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
    completion: .file(extensions: Recording.fileTypes))
  var files: [String] = []

  @OptionGroup var goals: GoalOptions

  @Option(list: "Choose from these (default: policies safe in any app).", completion: .strategies)
  var strategy: String?

  @Option(list: "Use these workloads instead of recordings.", completion: .workloads)
  var workload: String?

  @Option(help: "Output format: table, csv, json or markdown.")
  var format: Format = .table

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
    let request = try RecommendationRequest(given(), bench.registry)
    let search = try request.run()
    if let shard { return try run(shard, of: search, request, bench) }
    let recommendation = try Progress().during { try search.run(onAdvance: $0) }
    try RecommendTable.end(
      recommendation, format: format,
      in: output.map {
        try ResultsFolder(output: $0, name: "recommend", settings: request.settings)
      })
  }

  private func given() throws -> RecommendationRequest.Given {
    var given = RecommendationRequest.Given()
    given.goals = goals.goals
    given.hasPrice = price.latencyPrice != nil
    given.share = share ?? 1
    given.recordings = try columns.read(files)
    given.strategies = strategy
    given.workloads = workload
    given.costs = costs.costs(price, screen: frames.screen)
    given.hasReloadCost = costs.reloadCost != nil
    given.hop = hop.hop
    return given
  }

  private func run(
    _ shard: Shard, of search: RecommendationRun, _ request: RecommendationRequest, _ bench: Bench
  ) throws {
    try shard.check(request.settings.workloads.count)
    let found = Progress().during { search.search(shard: shard, onAdvance: $0) }
    let results = try ResultsFolder(output: output, name: "recommend", settings: request.settings)
    try results.write(
      RecommendationPart(
        found, request.question, request.settings, shard: shard,
        build: Digest.of(file: bench.path)))
    Output.note("Part \(shard): \(results.url.relativePath)")
  }
}

extension Shard: ExpressibleByArgument {
  package init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }

  /// Refuses more parts than recordings.
  fileprivate func check(_ recordings: Int) throws {
    guard count > recordings || recordings == 1 else { return }
    throw ValidationError(
      "--shard is \(self), but there \(recordings == 1 ? "is 1 recording" : "are \(recordings) recordings"). "
        + "Give two or more recordings, and at most as many parts.")
  }
}
