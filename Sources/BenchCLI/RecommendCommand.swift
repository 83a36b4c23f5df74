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
      Compares the recorded deliveries (or, if there are none, a reload for every update) with the \
      library's paces in virtual time, with parameters that an app would use, by what a person notices: \
      the longest wait, late updates, hitches, pictures a second, the main thread's busiest second.

      Without goals, answers with the default, adaptive, unless another setting is noticeably better in \
      these and worse in none. With goals: half of the busiest second free, fewest hitches, up to 30 \
      pictures, then the least main-thread time. --help-hidden lists options for formats and many files.

      Examples:
        bench recommend my-app.csv --reload-cost 8ms --max-latency 100ms
        bench recommend users --for 95%

      Exit codes: 0 answered; 1 nothing meets the goals.
      """)

  @Argument(
    help: .value("file", "Recordings, or folders of recordings; - for stdin."),
    completion: .file(extensions: Recording.fileTypes))
  var files: [String] = []

  @OptionGroup var goals: GoalOptions

  @Option(list: "Choose from these (default: paces safe in any app).", completion: .strategies)
  var strategy: String?

  @Option(list: "Use these workloads instead of recordings.", completion: .workloads)
  var workload: String?

  @Option(help: "Output format: table, csv, json or markdown.")
  var format: Format = .table

  @Option(folder: "Write recommend.csv, a table of all settings tried, to this folder.")
  var output: String?

  @OptionGroup var costs: CostOptions
  @OptionGroup(visibility: .hidden) var virtual: VirtualCostOptions
  @OptionGroup(visibility: .hidden) var columns: TraceColumnOptions

  @Option(
    help: .hidden(
      "part/parts",
      "Use only one part of the recordings, as in 3/8; 'bench merge' answers from all parts."))
  var shard: Shard?

  func validate() throws {
    if files.isEmpty, columns.isGiven {
      throw ValidationError("Options for the format of a recording need one: give its file.")
    }
    guard files.isEmpty == (workload == nil) else { return }
    throw ValidationError(
      files.isEmpty
        ? "Nothing to replay. Give a recording of your own, such as my-app.csv, or a "
          + "built-in workload, such as --workload file-events (see '\(ProgramName.text) list workloads')."
        : "Give recordings or --workload, not both.")
  }

  func run(_ bench: Bench) throws {
    let search = try search(bench.registry)
    func folder(_ output: String?) throws -> ResultsFolder {
      try ResultsFolder(output: output, name: "recommend", settings: search.settings)
    }
    guard let shard else {
      let recommendation = Progress().during { search.run(onAdvance: $0) }
      return try RecommendTable.end(recommendation, format: format, in: output.map(folder))
    }
    try shard.check(search.settings.workloads.count)
    let found = Progress().during { search.search(shard: shard, onAdvance: $0) }
    let results = try folder(output)
    try results.write(RecommendationPart(found, shard: shard, build: Digest.of(file: bench.path)))
    Output.note("Part \(shard): \(results.url.relativePath)")
  }

  private func search(_ registry: Registry) throws -> RecommendationRun {
    var question = Question(
      goals.goals, hasPrice: costs.latencyPrice != nil, share: goals.share ?? 1)
    question.isGiven = costs.reloadCost != nil
    let (model, hop) = try costs.simulated(virtual)
    return try RecommendationRun(
      question, of: columns.read(files), strategies: strategy, workloads: workload, costs: model,
      hop: hop, registry)
  }
}
