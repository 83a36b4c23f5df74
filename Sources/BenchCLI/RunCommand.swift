import ArgumentParser
import BenchHarness
import BenchReport
import Foundation

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
    help: ArgumentHelp(
      "Trials of each strategy on each workload (default: \(Suite.trials); with --quick, 1).",
      valueName: "number"))
  var trials: Int?

  @OptionGroup(title: "Costs of the view") var costs: CostOptions
  @OptionGroup(title: "Costs of the view") var price: PriceOption
  @OptionGroup(title: "Trace") var trace: TraceOptionGroup
  @Option(
    help: ArgumentHelp(
      "How views are shown (default: \(ParserTexts.defaultView)).",
      discussion: ParserTexts.views, valueName: "name",
      visibility: ParserTexts.hasViews ? .default : .hidden))
  var view: String?

  @OptionGroup(visibility: .hidden) var limits: LimitOptions
  @Flag(
    help: ArgumentHelp(
      "Write the events of one trial of each combination to events.csv, even if trials are long.",
      visibility: .hidden))
  var events = false

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Keep the main thread and producers on cores of their own, if the system supports it.",
      visibility: .hidden))
  var pin = true

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Count allocations in one more trial of each combination (default: yes; with --quick, no).",
      visibility: .hidden))
  var allocations: Bool?

  @Option(folder: "Continue the run in this folder, with its options; give --trace again.")
  var resume: String?

  @Option(
    folder: "Calibrate the view's work as in this earlier run, so that the two can be compared.",
    visibility: .hidden)
  var calibration: String?

  /// Events are recorded by default if no workload has more updates than this.
  private static let mostUpdatesOfEvents = 1_000

  func validate() throws { try require("--trials", trials, 1...1_000) }

  func run(_ bench: Bench) throws {
    if let resume { return try goOn(in: resume, bench) }
    let settings = try settings(bench)
    let work = try calibration.map(Self.work) ?? .calibrated()
    let isUsual = selection.strategy == nil && selection.workload == nil && settings.trace == nil
    if isUsual, selection.format == .table { try Output.foretell(settings) }
    try run(settings, into: selection.output, bench, work: work)
  }

  private static func work(_ run: String) throws -> ReloadWork {
    guard let work = try RunHeader.read(URL(fileURLWithPath: run, isDirectory: true)).work else {
      throw BenchError.badResults(
        file: run, line: nil, cause: "it holds no calibration. Give a real-time run.")
    }
    return work
  }

  private func goOn(in folder: String, _ bench: Bench) throws {
    try refuseOtherOptions()
    let url = URL(fileURLWithPath: folder, isDirectory: true)
    let header = try RunHeader.read(url)
    guard header.time == .real else {
      throw BenchError.cannotResume(
        folder: folder, cause: "it holds a run in virtual time. Start it again instead.")
    }
    guard header.trace == nil || trace.trace != nil else {
      throw BenchError.cannotResume(
        folder: folder, cause: "it replays a recording. Give the recording again with --trace.")
    }
    let recording = try trace.read(selection.formats)
    var settings = try RunSettings(header.options, bench.registry, trace: recording)
    limit(&settings)
    var here = RunHeader(settings, time: .real, command: header.command)
    here.build = try Digest.of(file: bench.path)
    let differences = header.differences(from: here)
    guard differences.isEmpty else {
      throw BenchError.cannotResume(
        folder: folder,
        cause: "the run began with a different \(differences.joined(separator: ", ")).")
    }
    try run(
      settings, into: folder, bench, finished: try ResultsFolder.finished(url),
      work: header.work ?? .calibrated(), earlier: header)
  }

  /// Looks for other options in the raw arguments, because the parser cannot tell given options from defaults.
  private func refuseOtherOptions() throws {
    let free = [
      "--resume", "--verbose", "--format", "--deadline", "--memory-limit", "--trace",
      "--time-column", "--time-unit", "--time-pattern", "--no-header", "--intervals", "--rows-at",
      "--view-column", "--row-column", "--kind-column", "--speed", "--limit",
    ]
    let given = CommandLine.arguments.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
    if let other = given.first(where: { !free.contains(String($0)) }) {
      throw ValidationError(
        "\(other) cannot be used with --resume, which uses the options of the earlier run.")
    }
  }

  private func run(
    _ settings: RunSettings, into output: String?, _ bench: Bench, finished: [Trial] = [],
    work: ReloadWork, earlier: RunHeader? = nil
  ) throws {
    let last = output == nil ? ResultsFolder.latestRun : nil
    let results = try ResultsFolder(
      output: output, name: "run", settings: settings, goesOn: earlier != nil)
    try Progress().during { try results.writeFrontier(onAdvance: $0) }
    let header = try RealTimeRun.header(
      settings, program: bench.path, command: CommandLine.arguments, work: work, earlier: earlier)
    Self.note(header, after: earlier)
    let progress = Progress()
    let records: [Trial]
    do {
      records = try progress.during { show in
        try Interruptible.run {
          try await RealTimeRun.run(
            settings, into: results, executable: bench.path, header: header, finished: finished,
            onBlock: { progress.show(table: Self.ranking($0, settings)) }, onAdvance: show)
        }
      }
    } catch let error as BenchError where results.hasTrials {
      let path = results.url.relativePath
      Output.note(
        "Finished trials are in \(path). Continue with: \(ProgramName.text) run --resume \(path)"
          + (settings.trace == nil ? "" : " --trace FILE"))
      throw error
    }
    try Output(
      settings: settings, header: header, results: results, format: selection.format,
      showsWorkloads: selection.showsWorkloads(settings), last: last
    ).print(records)
    try Output.end(records)
  }

  /// Prints the cost of a wake-up, and the warnings except those that the resumed run already had.
  private static func note(_ header: RunHeader, after earlier: RunHeader?) {
    for warning in header.warnings ?? [] where earlier?.warnings?.contains(warning) != true {
      Output.note("Warning: \(warning)")
    }
    if let wakeUp = header.selfTest?.mainWakeUpUs {
      let (here, usual) = (FigureText.threeDigits(wakeUp), RunSettings.usualHop.words)
      Output.note("Waking the main thread takes \(here) µs (\(usual) in simulations).")
    }
  }

  private static func ranking(_ records: [Trial], _ settings: RunSettings) -> String {
    let trials = records.filter { $0.pass == .timing }.map(\.number).max() ?? 0
    let report = RunReport(records, settings, isBusy: false)
    return ReportTable(report: report, layout: .terminal, terminal: .errors)
      .ranking("After \(trials) of \(settings.trials) trials")
  }

  private func settings(_ bench: Bench) throws -> RunSettings {
    var settings = try selection.settings(
      bench, .real, trials: trials ?? (selection.quick ? 1 : Suite.trials),
      costs: costs.costs(price), trace)
    settings.pin = pin
    settings.countsAllocations = (allocations ?? !selection.quick) && Jemalloc.path != nil
    limit(&settings)
    settings.view = try viewSelection(bench)
    let plans = try Progress().during("making workloads") { try settings.plans() }
    settings.recordsEvents =
      events || plans.values.allSatisfy { $0.updates.count <= Self.mostUpdatesOfEvents }
    return settings
  }

  /// The chosen view, by default the first one registered; nil for the headless view.
  private func viewSelection(_ bench: Bench) throws -> Selection<ToolkitEntry>? {
    guard let text = view ?? bench.registry.toolkits.first?.name else { return nil }
    let chosen = try Selection.one(text, from: bench.registry.toolkits)
    return chosen.entry.name == ToolkitEntry.headless.name ? nil : chosen
  }

  private func limit(_ settings: inout RunSettings) {
    settings.memoryLimitBytes = limits.memoryLimit.bytes
    settings.deadline = limits.deadline
  }
}
