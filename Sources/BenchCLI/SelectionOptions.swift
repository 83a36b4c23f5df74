import ArgumentParser
import BenchHarness
import BenchReport
import Foundation

struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Strategies ('\(ProgramName.text) list --all'), with parameters.",
      discussion:
        "As in naive,'source-*',throttle:interval=50ms; '*,!view-*' is all but those, and "
        + "throttle:interval=4ms...300ms/20 is 20 values of that range.", valueName: "list"),
    completion: .strategies)
  var strategy: String?

  @Option(
    help: ArgumentHelp(
      "Workloads, as in complete-all:updates=10000,uart.", valueName: "list"),
    completion: .workloads)
  var workload: String?

  @Flag(help: "Shorter workloads, one trial each.")
  var quick = false

  @Option(
    help: ArgumentHelp(
      "The seed of the workloads: the same one makes the same updates.", valueName: "number",
      visibility: .hidden))
  var seed: UInt64 = 1

  @Flag(help: "Print a table of each workload, too, as with --workload.")
  var verbose = false

  @Option(folder: "Write the results here (default: for 'run' a new folder in Results).")
  var output: String?

  @OptionGroup var formats: FormatOption
  var format: Format { formats.printed }

  /// The default suite ends with the bottom line; whoever chose workloads wants to see them.
  func showsWorkloads(_ settings: RunSettings) -> Bool {
    verbose || workload != nil
      || settings.workloads.map(\.entry.name)
        != Suite.workloads.split(separator: ",").map(String.init)
  }

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
