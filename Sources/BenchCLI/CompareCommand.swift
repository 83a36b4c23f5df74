import ArgumentParser
import BenchHarness
import BenchReport
import Foundation

struct CompareCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Shows what changed between saved runs, or how strategies differ.",
    discussion: """
      Each run is compared with the first. In virtual time every difference is real. In real time a test \
      of all trials of both runs, four or more of each, says whether it is more than noise. It cannot \
      tell a change from a machine that drifted between the runs. 'bench gate --against' can: it runs \
      two builds in turns.

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
    help: ArgumentHelp(
      "Compare these strategies instead of the runs: each with the first, separated by commas.",
      discussion: "Of one run, or the first strategy of the one run with the others of another.",
      valueName: "list"), completion: .strategies)
  var strategy: String?

  @OptionGroup var metrics: MetricOption

  @Option(
    share:
      "The smallest change that matters: where a figure cannot tell, it says how many trials would show "
      + "one (default: 5%).")
  var smallestChange: Double?

  @Option(folder: "Write comparison.csv to this folder, for Scripts/plot.")
  var output: String?

  @Option(help: "What is printed: table, csv, json or markdown.")
  var format: Format = .table

  func validate() throws {
    guard strategy == nil else {
      guard runs.count <= 2 else { throw ValidationError("--strategy goes with one run or two.") }
      return
    }
    guard runs.count > 1 else {
      throw ValidationError(
        "Give two runs or more, or --strategy, as in --strategy throttle,throttle:interval=200ms.")
    }
  }

  func run(_ bench: Bench) throws {
    let comparison = try self.comparison(bench)
    if let output {
      let folder = try ResultsFolder.make(output: output, name: "compare", date: Date())
      try ResultsTables.comparison(comparison)
        .write(whole: folder.appendingPathComponent("comparison.csv"))
    }
    try format.show(comparison, csv: ResultsTables.comparison(comparison)) {
      ComparisonText.text(comparison, $0)
    }
    if format == .csv { comparison.warnings.forEach { Output.note("Warning: \($0)") } }
  }

  private func comparison(_ bench: Bench) throws -> RunComparison {
    let runs = try runs.map { try SavedRun(URL(fileURLWithPath: $0, isDirectory: true)) }
    let (metrics, smallest) = (try metrics.chosen(), smallestChange ?? 0.05)
    guard let strategy else {
      return try RunComparison(runs, metrics: metrics, smallestChange: smallest)
    }
    let keys = try Selection.parse(strategy, from: bench.registry.strategies).map(\.key)
    guard keys.count > 1 else {
      throw BenchError.badValue(
        what: "choice of strategies", value: strategy, expected: "two or more to compare")
    }
    return try RunComparison(keys, of: runs, metrics: metrics, smallestChange: smallest)
  }
}

struct MetricOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Metrics: names or globs, separated by commas.",
      discussion: "Without it, in real time main-thread CPU time per delivery and per update, the "
        + "median latency and the cost of submitting; in virtual time all. 'bench list' names them.",
      valueName: "list"), completion: .metrics)
  var metric: String?

  func chosen() throws -> [Metric]? { try metric.map { try [Metric].chosen($0) } }
}
