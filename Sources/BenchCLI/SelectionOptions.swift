import ArgumentParser
import BenchHarness
import BenchReport
import Foundation

struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Strategies: names or globs, with parameters, separated by commas.",
      discussion: "As in naive,'source-*',throttle:interval=50ms; '*,!view-*' is all but those. "
        + "throttle:interval=4ms...300ms is 12 values of that range, with /20 after it 20. "
        + "'bench list' names them.", valueName: "list"),
    completion: .strategies)
  var strategy: String?

  @Option(
    help: ArgumentHelp(
      "Workloads: names or globs, with parameters, separated by commas.",
      discussion: "As in complete-all:updates=10000,uart. 'bench list' names them.",
      valueName: "list"), completion: .workloads)
  var workload: String?

  @Flag(help: "Shorter workloads, one trial each.")
  var quick = false

  @Option(
    help: ArgumentHelp(
      "The seed of the workloads: the same one makes the same updates.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(folder: "Write the results to this folder (default: for 'run' a new one in Results).")
  var output: String?

  @OptionGroup var formats: FormatOption
  var format: Format { formats.printed }

  /// A glob skips what cannot run this way; a name is an error.
  func strategies(
    default list: String, _ bench: Bench, time: TimeMode
  ) throws -> [Selection<StrategyEntry>] {
    try .strategies(strategy ?? list, from: bench.registry.strategies, time: time)
  }

  func workloads(
    default list: String, _ bench: Bench, time: TimeMode, hasTrace: Bool
  ) throws -> [Selection<Workload>] {
    let selections = try [Selection<Workload>].workloads(
      workload ?? (hasTrace ? "trace" : list), from: bench.registry.workloads, time: time,
      hasTrace: hasTrace, quick: quick)
    if hasTrace, let workload, !selections.contains(where: { $0.entry.name == "trace" }) {
      throw ValidationError(
        "--trace goes with the workload 'trace', which '\(workload)' does not name. Name it, or "
          + "leave --workload away.")
    }
    return selections
  }
}
