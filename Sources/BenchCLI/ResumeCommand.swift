import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns

struct ResumeCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Continues an interrupted run, with the options that it began with.",
    discussion: """
      The machine and the program must be those that began the run. If it replays a recording, give the \
      recording again.

      Example:
        bench resume Results/latest
      """)

  @Argument(help: .value("run", "The folder of the run."), completion: .directory)
  var folder: String

  @OptionGroup(title: "Recording") var trace: TraceOptionGroup
  @OptionGroup(visibility: .hidden) var limits: LimitOptions

  @Flag(help: "Also print a table for each workload.")
  var verbose = false

  @Option(help: "Output format.") var format = Format.table

  func run(_ bench: Bench) throws {
    let resumed = try ResumedRun(
      folder, trace: try trace.read(), program: bench.path, bench.registry)
    var settings = resumed.settings
    limits.apply(to: &settings)
    let output = Output(
      settings: settings, plans: try settings.plans(), format: format,
      showsWorkloads: verbose || SelectionOptions.isUnusual(settings))
    try MeasuredRun(output: output, work: resumed.work, resumed: resumed).run(into: folder, bench)
  }
}
