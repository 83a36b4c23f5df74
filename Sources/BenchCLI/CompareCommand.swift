import ArgumentParser
import BenchHarness
import BenchReport
import Foundation

struct CompareCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Shows what changed between saved runs, or how strategies differ.",
    discussion: """
      Each run is compared with the first, in each strategy's mean latency and main-thread time over all \
      workloads. In virtual time all metrics are compared, and every difference is real. In real time a \
      test says whether it is more than noise, but cannot tell a change from drift of the machine \
      between the runs. 'bench gate --against' can: it runs two builds alternately.

      Examples:
        bench compare Results/monday Results/tuesday
        bench compare Results/monday --strategy throttle,throttle:interval=200ms
        bench compare old new newer --metric 'latency_p*' --format markdown
        bench compare old new --output Results/old-new && Scripts/plot Results/old-new

      Exit codes: 0 whatever it finds; 64 for runs with other costs, seeds or workloads.
      """)

  @Argument(help: ArgumentHelp("The folders of the runs, the oldest first.", valueName: "run"))
  var runs: [String]

  @Option(
    list: "Compare these strategies instead of the runs: each with the first, separated by commas.",
    discussion: "From one run; or the first strategy from one run, the others from another.",
    completion: .strategies)
  var strategy: String?

  @OptionGroup var metrics: MetricOption

  @Option(share: "Smaller changes do not matter (default: 5%).")
  var smallestChange: Double?

  @Flag(help: "Also print what did not change, and each workload separately.")
  var all = false

  @Option(folder: "Write comparison.csv to this folder, for Scripts/plot.")
  var output: String?

  @Option(help: "Output format: table, csv, json or markdown.")
  var format: Format = .table

  func validate() throws {
    if strategy == nil, runs.count < 2 {
      throw ValidationError(
        "Give two runs or more, or --strategy, as in --strategy throttle,throttle:interval=200ms.")
    }
    if strategy != nil, runs.count > 2 {
      throw ValidationError("--strategy takes one or two runs.")
    }
  }

  func run(_ bench: Bench) throws {
    let (smallest, metrics) = (smallestChange ?? 0.05, try metrics.chosen())
    let runs = try runs.map { try SavedRun(URL(fileURLWithPath: $0, isDirectory: true)) }
    let strategies = try strategy.map {
      try Selection.parse($0, from: bench.registry.strategies).map(\.key)
    }
    let comparison = try RunComparison(
      runs, strategies: strategies, metrics: metrics, smallestChange: smallest)
    let csv = ResultsTables.comparison(comparison)
    if let output {
      let folder = try ResultsFolder.make(output: output, name: "compare")
      try csv.write(whole: folder.appendingPathComponent("comparison.csv"))
    }
    try format.show(comparison, csv: csv) {
      ComparisonText(
        comparison: comparison, layout: $0, smallestChange: smallest, showsAll: all
      ).text
    }
    if format == .csv { comparison.warnings.forEach { Output.note("Warning: \($0)") } }
  }
}

struct MetricOption: ParsableArguments {
  @Option(
    list: "Use these metrics: names or globs, separated by commas. 'bench list' names them.",
    completion: .metrics)
  var metric: String?

  func chosen() throws -> [Metric]? { try metric.map { try [Metric].chosen($0) } }
}
