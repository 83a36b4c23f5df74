import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns
import Foundation

struct CompareCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Shows what changed between saved runs, or how strategies differ.",
    discussion: """
      Compares each run with the first: each strategy's mean latency and main-thread CPU time over all \
      workloads. In virtual time, compares all metrics, and every difference is real. In real time, a test \
      says whether a difference exceeds the noise, but the cause may be that the machine changed between \
      the runs. 'bench gate --against' excludes that cause: it runs two builds alternately.

      Examples:
        bench compare Results/monday Results/tuesday
        bench compare Results/monday --strategy throttle,throttle:interval=200ms
        bench compare old new --output Results/old-new && Scripts/plot Results/old-new
      """)

  @Argument(help: ArgumentHelp("The folders of the runs, oldest first.", valueName: "run"))
  var runs: [String]

  @Option(
    list: "Compare these strategies, separated by commas, each with the first of them.",
    discussion: "With two runs, the first supplies the first strategy and the second the others.",
    completion: .strategies)
  var strategy: String?

  @OptionGroup var metrics: MetricOption

  @Option(share: "The smallest change that matters (default: 5%).")
  var smallestChange: Double?

  @Flag(help: "Also print unchanged figures, and the figures of single workloads.")
  var all = false

  @Option(folder: "Write comparison.csv to this folder, for Scripts/plot.")
  var output: String?

  @Option(help: "Output format.") var format = Format.table

  func validate() throws {
    if strategy != nil, runs.count > 2 {
      throw ValidationError("Give at most two runs with --strategy.")
    }
  }

  func run(_ bench: Bench) throws {
    let (smallest, metrics) = (smallestChange ?? 0.05, try metrics.chosen())
    let runs = try runs.map { try SavedRun.read(URL(fileURLWithPath: $0, isDirectory: true)) }
    let strategies = try strategy.map {
      try Selection.parse($0, from: bench.registry.strategies).map(\.key)
    }
    let comparison = try RunComparison(
      runs, strategies: strategies, metrics: metrics, smallestChange: smallest)
    let csv = ResultsTables.comparison(comparison)
    if let output { try ResultsFolder.write(comparison: csv, to: output) }
    try format.show(comparison, csv: csv) {
      ComparisonText(
        comparison: comparison, layout: $0, smallestChange: smallest, showsAll: all
      ).text
    }
    if format == .csv { comparison.warnings.forEach { Output.note("Warning: \($0)") } }
  }
}
