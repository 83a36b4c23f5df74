import ArgumentParser
import BenchHarness
import BenchReport
import BenchRuns

struct SimulateCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Runs strategies on workloads in virtual time: exact, reproducible and fast.",
    discussion: """
      Nothing sleeps and nothing is measured: every figure follows from the workload, the rule of \
      the strategy and the costs of the view, so two runs give the same results. Files are written \
      only with --output.

      Examples:
        bench simulate                     the default suite, on a list and on two other views
        bench simulate --costs gtk         the same on a list of GTK
        bench simulate --strategy '*' --workload '*'
        bench simulate --strategy throttle:interval=4ms...300ms --workload rapid-service --trials 6
        bench simulate --workload uart --reload-cost 2ms...32ms/5
        bench simulate --trace my-app.csv --format csv
      """)

  @OptionGroup(title: "What to run") var selection: SelectionOptions
  @Option(
    help: .value("number", "Trials of each strategy on each workload, each with the next seed."))
  var trials = 1

  @OptionGroup(title: "Costs of the view") var costs: CostOptions
  @OptionGroup(title: "Costs of the view") var virtual: VirtualCostOptions
  @OptionGroup(title: "Recording") var trace: TraceOptionGroup
  @Flag(help: "Write the events of one trial of each combination to events.csv.")
  var events = false

  func validate() throws {
    try require("--trials", trials, 1...1_000)
    if events && selection.output == nil {
      throw ValidationError("--events needs --output, the folder to write to.")
    }
  }

  func run(_ bench: Bench) throws {
    var costs = costs
    let triesOthers = costs.isUsual
    let reloadCosts = costs.takeReloadCosts()
    let (model, hop) = try costs.simulated(virtual)
    var settings = try selection.settings(
      bench, .virtual, trials: trials, costs: model, reloadCosts: reloadCosts, trace)
    settings.hop = hop
    settings.recordsEvents = events
    let run = try Progress().during("making workloads") { try VirtualRun(settings) }
    let results = try selection.output.map {
      try ResultsFolder(output: $0, name: "simulate", settings: settings)
    }
    let output = Output(
      settings: settings, plans: run.plans, format: selection.format,
      showsWorkloads: selection.showsWorkloads(settings), triesOthers: triesOthers)
    if let results { try output.writeFrontier(in: results) }
    let records = try Progress().during { try run.run(onAdvance: $0) }
    let header = RunHeader(settings, time: .virtual, command: CommandLine.arguments)
    try results?.write(records, header: header)
    try output.print(records, header, in: results)
  }
}
