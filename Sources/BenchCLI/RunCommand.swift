import ArgumentParser
import BenchHarness
import BenchReport
import Foundation

struct RunCommand: BenchSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs strategies on workloads in real time, each trial in a process of its own.",
    discussion: """
      Examples:
        bench run --strategy .throttle,source-add --workload uart --trials 9
        bench run --workload firehose --strategy source-add,.nextPass,null
        bench run --trace my-app.csv --time-column sent --time-unit s
        bench run --strategy '*' --workload '*'
      """)

  @OptionGroup(title: "What to run") var selection: SelectionOptions
  @OptionGroup(title: "What to run") var length: TrialsOption
  @OptionGroup(title: "Costs of the view") var costs: CostOptions
  @OptionGroup(title: "Costs of the view") var price: PriceOption
  @OptionGroup(title: "Trace") var trace: TraceOptionGroup
  @OptionGroup var view: ViewOption
  @OptionGroup var limits: LimitOptions
  @Flag(help: "Write what happened in one trial of each combination to events.csv.")
  var events = false

  @Flag(
    inversion: .prefixedNo,
    help: "Keep the main thread and producers on cores of their own, where the system can.")
  var pin = true

  @Flag(
    inversion: .prefixedNo,
    help: "Count allocations in one more trial of each combination (default: yes, with --quick no)."
  )
  var allocations: Bool?

  @Option(
    folder: "Continue the run in this folder where it stopped. Its options are taken from it; "
      + "--deadline and --memory-limit may be given again, for this time.")
  var resume: String?

  @Option(folder: "Take the calibration of the view's work from this run, to compare with it.")
  var calibration: String?

  func validate() throws {
    if resume != nil && selection.output != nil {
      throw ValidationError("--output does not go with --resume, which writes to its own folder.")
    }
  }

  func run(_ bench: Bench) throws {
    if let resume { return try Resumption(folder: resume).run(asked: self, bench) }
    try run(
      try settings(bench), into: selection.output, bench,
      work: try calibration.map(Self.work) ?? .calibrated())
  }

  private static func work(_ run: String) throws -> ReloadWork {
    let folder = URL(fileURLWithPath: run, isDirectory: true)
    guard let work = try RunHeader.read(folder).work else {
      throw BenchError.badResults(
        file: run, line: nil, cause: "it holds no calibration. Give a run in real time.")
    }
    return work
  }

  /// Runs what `finished` does not hold.
  func run(
    _ settings: RunSettings, into output: String?, _ bench: Bench, finished: [Trial] = [],
    work: ReloadWork, earlier: RunHeader? = nil
  ) throws {
    let results = try ResultsFolder(
      output: output, name: "run", date: Date(), settings: settings, goesOn: earlier != nil)
    try Progress().during { try results.writeFrontier(settings, onAdvance: $0) }
    let records: [Trial]
    do {
      records = try RealTimeRun.run(
        settings, into: results, bench, finished: finished, work: work, earlier: earlier)
    } catch let error as BenchError {
      if case .interrupted = error {
        let path = results.url.relativePath
        Output.note("What was finished is in \(path). Go on with: bench run --resume \(path)")
      }
      throw error
    }
    try Output(settings: settings, results: results, format: selection.format).print(records)
    try Output.end(records)
  }

  /// `known` is the trace if it has been read.
  func settings(_ bench: Bench, trace known: Trace? = nil) throws -> RunSettings {
    var settings = RunSettings(
      strategies: try selection.strategies(default: Suite.strategies, bench, time: .real),
      workloads: try selection.workloads(
        default: Suite.workloads, bench, time: .real, hasTrace: trace.trace != nil),
      trials: length.trials ?? (selection.quick ? 1 : Suite.trials), seed: selection.seed,
      costs: costs.costs(price), trace: try known ?? trace.read())
    settings.pin = pin
    settings.countsAllocations = (allocations ?? !selection.quick) && Jemalloc.path != nil
    settings.memoryLimitBytes = limits.memoryLimit.bytes
    settings.deadline = limits.deadline
    settings.view = try view.selection(bench)
    settings.recordsEvents = events
    try Progress().during("making workloads") { try settings.check() }
    return settings
  }
}
