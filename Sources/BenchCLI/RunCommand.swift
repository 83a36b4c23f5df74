import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns

struct RunCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs strategies on workloads in real time, each trial in a process of its own.",
    usage: "bench run [<options>]",
    discussion: """
      Examples:
        bench run --strategy throttle,source-add --workload uart --trials 9
        bench run --trace my-app.csv --time-column sent --time-unit s
        bench run --strategy '*' --workload '*'
      """)

  @OptionGroup(title: "What to run") var selection: SelectionOptions

  @Option(
    help: .value(
      "number",
      "Trials of each strategy on each workload (default: \(Suite.trials); with --quick, 1)."))
  var trials: Int?

  @OptionGroup(title: "Costs of the view") var costs: CostOptions
  @OptionGroup(title: "Recording") var trace: TraceOptionGroup
  @Option(
    help: ArgumentHelp(
      "How views are shown (default: the first of '\(ProgramName.text) list views').",
      valueName: "name", visibility: ParserTexts.hasViews ? .default : .hidden))
  var view: String?

  @OptionGroup(visibility: .hidden) var limits: LimitOptions

  @Flag(
    help: .hidden(
      "Write the events of one trial of each combination to events.csv, even if trials are long."))
  var events = false

  @Flag(
    inversion: .prefixedNo,
    help: .hidden(
      "Keep the main thread and producers on cores of their own, if the system supports it."))
  var pin = true

  @Flag(
    inversion: .prefixedNo,
    help: .hidden(
      "Count allocations in one more trial of each combination (default: yes; with --quick, no)."))
  var allocations: Bool?

  @Option(
    folder: "Calibrate the view's work as in this earlier run, so that the two can be compared.",
    visibility: .hidden)
  var calibration: String?

  /// Events are recorded by default if no workload has more updates than this.
  private static let mostUpdatesOfEvents = 1_000

  func validate() throws { try require("--trials", trials, 1...1_000) }

  func run(_ bench: Bench) throws {
    var settings = try selection.settings(
      bench, .real, trials: trials ?? (selection.quick ? 1 : Suite.trials),
      costs: CostPreset.list.costs, trace)
    settings.view = try toolkit(bench)
    settings.costs = try model(settings.view)
    settings.pin = pin
    settings.countsAllocations = (allocations ?? !selection.quick) && Jemalloc.path != nil
    limits.apply(to: &settings)
    let plans = try Progress().during("making workloads") { try settings.plans() }
    settings.recordsEvents =
      events || plans.values.allSatisfy { $0.updates.count <= Self.mostUpdatesOfEvents }
    let work = try calibration.map(RealTimeRun.work) ?? .calibrated()
    let isUsual = selection.strategy == nil && selection.workload == nil && settings.trace == nil
    if isUsual, selection.format == .table {
      try Output.showPrediction(of: settings, withOtherCosts: costs.isUsual && settings.view == nil)
    }
    let output = Output(
      settings: settings, plans: plans, format: selection.format,
      showsWorkloads: selection.showsWorkloads(settings))
    try MeasuredRun(output: output, work: work).run(into: selection.output, bench)
  }

  /// A toolkit's views have their own costs; the model only says when changing rows pays, and how long the workload is.
  private func model(_ view: Selection<ToolkitEntry>?) throws -> CostModel {
    let preset = try costs.costs == nil && view != nil ? .gtk : costs.preset
    guard view != nil || preset.costs.screen == nil else {
      throw ValidationError(
        "--costs \(preset.name) draws frames of its own; the built-in view does not. Use 'simulate', "
          + "or a view of that toolkit (see docs/real-view.md).")
    }
    return try costs.model(preset)
  }

  /// The chosen view, by default the first one registered; nil for the headless view.
  private func toolkit(_ bench: Bench) throws -> Selection<ToolkitEntry>? {
    guard let text = view ?? bench.registry.toolkits.first?.name else { return nil }
    let chosen = try Selection.one(text, from: bench.registry.toolkits)
    return chosen.entry.name == ToolkitEntry.headless.name ? nil : chosen
  }
}
