import ArgumentParser
import BenchHarness
import BenchRuns

struct TraceColumnOptions: ParsableArguments {
  @Option(named: "The format of the recording, such as har, if it is not recognised.")
  var inputFormat: String?

  @Option(named: "The column or JSON path of the times, or of date and time, as in Date,Time.")
  var timeColumn: String?

  @Option(help: "The unit of the times: s, ms, us, ns, min, h or d.")
  var timeUnit: TimeUnit?

  @Option(named: "The format of the times, as for strptime, with .%f for fractions of a second.")
  var timePattern: String?

  @Flag(help: "The CSV has no header; its columns are called 1, 2, …")
  var noHeader = false

  @Flag(help: "Each time is the interval since the row above.")
  var intervals = false

  @Option(named: "The path to the array of rows in a JSON object, as in log.entries.")
  var rowsAt: String?

  @Option(
    help: .value("line", "Skip the rows before this line, or this object of an array."))
  var skipBefore: Int?

  @Option(
    help:
      "What to do where the clock jumps: cut removes the jump, keep takes the times as they are.")
  var jumps: ClockJumps?

  @Option(named: "The column that names the view (default: 'view', if present; '' for none).")
  var viewColumn: String?

  @Option(named: "The column that names the row (default: 'row', if present; '' for none).")
  var rowColumn: String?

  @Option(named: "The column of kinds: insert, change or delete (default: 'kind'; '' for none).")
  var kindColumn: String?

  @Option(
    help: .value("factor", "Speed up the replay by this factor, as in 10x."),
    transform: Self.factor)
  var speed = 1.0

  @Option(help: .value("number", "Replay at most this many updates."))
  var limit: Int?

  private static func factor(_ text: String) throws -> Double {
    let factor = Double(text.hasSuffix("x") ? String(text.dropLast()) : text) ?? 0
    guard factor.isFinite, factor > 0 else {
      throw ValidationError("Give a factor of more than 0, as in 10x.")
    }
    return factor
  }

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
    if let skipBefore, skipBefore < 1 { throw ValidationError("--skip-before must be at least 1.") }
  }

  var isGiven: Bool { options != TraceOptions() }

  /// Reads all recordings, including those in folders. Prints how each was understood, or a summary if over three.
  func read(_ files: [String]) throws -> [(path: String, recording: Recording)] {
    let paths = try Recording.paths(at: files)
    let recordings = try paths.map { path in
      let recording = try read(path)
      if paths.count <= 3 { Output.note(recording.understood) }
      return recording
    }
    if paths.count > 3 { Output.note(Recording.understood(recordings)) }
    return Array(zip(paths, recordings))
  }

  func read(_ path: String) throws -> Recording {
    try Progress().during("reading \(path)") { try Recording(path: path, options: options) }
  }

  private var options: TraceOptions {
    var options = TraceOptions()
    options.formatName = inputFormat
    options.timeColumn = timeColumn
    options.timeUnit = timeUnit
    options.timePattern = timePattern
    options.hasHeader = !noHeader
    options.isInterval = intervals
    options.rowsAt = rowsAt
    options.viewColumn = viewColumn
    options.rowColumn = rowColumn
    options.kindColumn = kindColumn
    options.speed = speed
    options.limit = limit
    options.firstLine = skipBefore
    options.jumps = jumps
    return options
  }
}

extension TimeUnit: ExpressibleByArgument {}
extension ClockJumps: ExpressibleByArgument {}
