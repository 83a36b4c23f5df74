import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns

struct SelectionOptions: ParsableArguments {
  @Option(
    list: "Strategies, with any parameters (see '\(ProgramName.text) list --all').",
    discussion: "As in naive,'source-*',throttle:interval=50ms. '*,!view-*' means all but view-*; "
      + "throttle:interval=4ms...300ms/20 means 20 values of that range.",
    completion: .strategies)
  var strategy: String?

  @Option(list: "Workloads, as in complete-all:updates=10000,uart.", completion: .workloads)
  var workload: String?

  @Flag(help: "Run shorter workloads, with one trial each.")
  var quick = false

  @Option(
    help: .hidden("number", "The seed of the workloads: the same seed gives the same updates."))
  var seed: UInt64 = 1

  @Flag(help: "Also print a table for each workload, as with --workload.")
  var verbose = false

  @Option(folder: "Write the results to this folder (default for 'run': a new folder in Results).")
  var output: String?

  @Option(help: "Output format.") var format = Format.table

  /// Whether to show a table for each workload: not for the default suite, unless the user asks for tables.
  func showsWorkloads(_ settings: RunSettings) -> Bool {
    verbose || workload != nil || Self.isUnusual(settings)
  }

  /// Whether the workloads are not those of the default suite.
  static func isUnusual(_ settings: RunSettings) -> Bool {
    settings.workloads.map(\.entry.name)
      != Suite.workloads.split(separator: ",").map(String.init)
  }

  /// The run's settings. Globs skip entries that cannot run in `time`. Full names do not, but ``VirtualRun`` throws.
  func settings(
    _ bench: Bench, _ time: TimeMode, trials: Int, costs: CostModel, reloadCosts: String? = nil,
    _ trace: TraceOptionGroup
  ) throws -> RunSettings {
    let hasTrace = trace.trace != nil
    let strategies = try [Selection<StrategyEntry>].strategies(
      strategy ?? Suite.strategies, from: bench.registry.strategies, time: time)
    let workloads = try [Selection<Workload>].workloads(
      workload ?? (hasTrace ? "trace" : Suite.workloads), from: bench.registry.workloads,
      time: time, hasTrace: hasTrace, quick: quick, reloadCost: reloadCosts)
    if hasTrace, let workload, !workloads.contains(where: { $0.entry.name == "trace" }) {
      throw ValidationError(
        "--trace needs the workload 'trace', which '\(workload)' does not include. Add it, or "
          + "omit --workload.")
    }
    return RunSettings(
      strategies: strategies, workloads: workloads, trials: trials, seed: seed, costs: costs,
      trace: try trace.read())
  }
}
