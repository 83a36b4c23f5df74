import ArgumentParser
import Foundation
import Harness
import Strategies

/// `bench run`: real time.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs strategies on workloads in real time, each trial in a process of its own.",
    discussion: """
      Examples:
        bench run --strategy throttle,source-add --workload complete-all --trials 9
        bench run --workload firehose --strategy source-add,pending-flag,null
        bench run --trace my-app.csv --time-column "client timestamp" --time-unit s --speed 20x
        bench run --strategy '*' --workload '*'
      """)

  @OptionGroup(title: "What to run") var selection: SelectionOptions
  @OptionGroup(title: "Costs of the view") var costs: CostOptions
  @OptionGroup(title: "Trace") var trace: TraceOptionGroup

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Trials of each cell (default: \(Suite.trials), with --quick 1).", valueName: "number"))
  var trials: Int?

  @Flag(
    name: .long, inversion: .prefixedNo,
    help: "Keep main and producers on cores of their own, where the system can.")
  var pin = true

  func validate() throws {
    if let trials, !(1...1_000).contains(trials) {
      throw ValidationError("--trials is \(trials). Give 1 to 1000.")
    }
  }

  func run() throws {
    try reportingErrors {
      let settings = try settings()
      let results = try ResultsFolder(
        output: selection.output, name: "run", date: Date(), settings: settings)
      let environment = RunEnvironment(settings, time: .real, command: CommandLine.arguments)
      let run = try RealTimeRun(
        settings, results: results, executable: Bundle.main.executablePath ?? CommandLine.arguments[0])
      let progress = Progress()
      let records = try Interruptible.run {
        try await run.run(environment: environment) { progress.show($0) }
      }
      progress.end()
      try Output(settings, results, selection.format).print(records)
      if records.contains(where: { $0.outcome != .ok }) { throw ExitCode(1) }
    }
  }

  private func settings() throws -> RunSettings {
    let hasTrace = trace.trace != nil
    let settings = RunSettings(
      strategies: try selection.strategies(default: Suite.strategies),
      workloads: try selection.workloads(default: hasTrace ? "trace" : Suite.workloads) {
        $0.name != "trace" || hasTrace
      },
      trials: trials ?? (selection.quick ? 1 : Suite.trials), seed: selection.seed,
      costs: costs.costs, tracePath: trace.trace, traceOptions: trace.options, pin: pin)
    try settings.check()
    return settings
  }
}
