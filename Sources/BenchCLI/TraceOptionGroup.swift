import ArgumentParser
import BenchHarness
import BenchReport

struct TraceOptionGroup: ParsableArguments {
  @Option(
    name: .customLong("trace"),
    help: ArgumentHelp(
      "Replay this recording as the workload 'trace': CSV, JSON, a Chrome trace, or any text with "
        + "times in its lines; - is the input.",
      valueName: "file"), completion: .file(extensions: RunSettings.recordingTypes))
  var traces: [String] = []

  /// The last, as for other options.
  var trace: String? { traces.last }

  @Option(
    named:
      "The trace's column of times, or field in JSON (default: time, timestamp, ts, time_ms, …).")
  var timeColumn: String?

  @Option(help: "The unit of the times: s, ms, us or ns.")
  var timeUnit: TimeUnit?

  @Option(named: "The format of the times, as a strptime pattern: '%d.%m.%Y %H:%M:%S'.")
  var timePattern: String?

  @Flag(help: "The trace is a CSV without a header; its columns are called 1, 2, …")
  var noHeader = false

  @Flag(help: "Refuse a trace if a row has no time, or an earlier one than the row before.")
  var strict = false

  @Option(
    named: "The trace's column that names the view (default: view if there is one; '' for none).")
  var viewColumn: String?

  @Option(
    named: "The trace's column that names the row (default: row if there is one; '' for none).")
  var rowColumn: String?

  @Option(
    named: "The trace's column of kinds: insert, change or delete (default: kind if there is one; "
      + "'' for none).")
  var kindColumn: String?

  @Option(named: "Replay only the events of a Chrome trace with this name.")
  var name: String?

  @Option(
    help: ArgumentHelp("Replay the trace this many times as fast, as in 10x.", valueName: "factor"))
  var speed: Speed = Speed(factor: 1)

  @Option(help: ArgumentHelp("Replay at most this many updates of the trace.", valueName: "number"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit is \(limit). Give 1 or more.") }
    let needsTrace: [(String, Bool)] = [
      ("--time-column", timeColumn != nil), ("--time-unit", timeUnit != nil),
      ("--time-pattern", timePattern != nil), ("--no-header", noHeader), ("--strict", strict),
      ("--view-column", viewColumn != nil), ("--row-column", rowColumn != nil),
      ("--kind-column", kindColumn != nil), ("--name", name != nil),
      ("--speed", speed.factor != 1), ("--limit", limit != nil),
    ]
    if trace == nil, let option = needsTrace.first(where: \.1)?.0 {
      throw ValidationError("\(option) goes with --trace FILE.")
    }
  }

  func read() throws -> Trace? {
    guard let recording = try trace.map({ try read($0, options) }) else { return nil }
    Output.note(recording.understood)
    return recording.trace
  }

  /// Reads all recordings, those in folders and the sessions of a column. Notes how each was
  /// understood, or sums up if there are many.
  func readAll(
    sessionColumn: String?, isVerbose: Bool
  ) throws -> [(path: String, trace: Trace)] {
    var options = options
    options.sessionColumn = sessionColumn
    let paths = try RunSettings.recordings(at: traces)
    var understandings: [Understanding] = []
    let recordings = try paths.flatMap { path -> [(path: String, trace: Trace)] in
      let recording = try read(path, options)
      understandings.append(recording.understanding)
      if isVerbose || paths.count <= 3 { Output.note(recording.understood) }
      guard sessionColumn != nil else { return [(path, recording.trace)] }
      return recording.sessions.map {
        (paths.count == 1 ? $0.name : "\(path) \($0.name)", $0.trace)
      }
    }
    if paths.count > 3 { Output.note(Understanding.sentence(understandings)) }
    return recordings
  }

  private func read(_ path: String, _ options: TraceOptions) throws -> Recording {
    try Progress().during("reading \(path)") { try Recording(path: path, options: options) }
  }

  private var options: TraceOptions {
    var options = TraceOptions()
    options.timeColumn = timeColumn
    options.timeUnit = timeUnit
    options.timePattern = timePattern
    options.hasHeader = !noHeader
    options.isStrict = strict
    options.viewColumn = viewColumn
    options.rowColumn = rowColumn
    options.kindColumn = kindColumn
    options.name = name
    options.speed = speed.factor
    options.limit = limit
    return options
  }
}

struct Speed: ExpressibleByArgument {
  let factor: Double

  init(factor: Double) { self.factor = factor }

  init?(argument: String) {
    let digits = argument.hasSuffix("x") ? String(argument.dropLast()) : argument
    guard let factor = Double(digits), factor.isFinite, factor > 0 else { return nil }
    self.factor = factor
  }

  var defaultValueDescription: String { "\(factor)x" }
}

extension TimeUnit: ExpressibleByArgument {}
