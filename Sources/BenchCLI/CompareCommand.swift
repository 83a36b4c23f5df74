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
      test says whether a difference exceeds the noise, but cannot tell a change from drift of the \
      machine between the runs. 'bench gate --against' can: it runs two builds alternately.

      Examples:
        bench compare Results/monday Results/tuesday
        bench compare Results/monday --strategy throttle,throttle:interval=200ms
        bench compare old new newer --metric 'latency_p*' --format markdown
        bench compare old new --output Results/old-new && Scripts/plot Results/old-new

      Exit codes: 0 whatever the result; 64 the runs have different costs or seeds, or nothing in common.
      """)

  @Argument(help: ArgumentHelp("The folders of the runs, oldest first.", valueName: "run"))
  var runs: [String]

  @Option(
    list: "Strategies, separated by commas: compares each with the first, instead of the runs.",
    discussion: "With two runs, the first strategy is of the first run, the others of the second.",
    completion: .strategies)
  var strategy: String?

  @OptionGroup var metrics: MetricOption

  @Option(share: "The smallest change that matters (default: 5%).")
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
        "Give at least two runs, or --strategy, as in --strategy throttle,throttle:interval=200ms.")
    }
    if strategy != nil, runs.count > 2 {
      throw ValidationError("With --strategy, give one or two runs.")
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
    list: "Use these metrics ('bench list metrics'): names or globs, separated by commas.",
    completion: .metrics)
  var metric: String?

  func chosen() throws -> [Metric]? { try metric.map { try [Metric].chosen($0) } }
}
