import ArgumentParser
import BenchHarness
import BenchReport
import Coalesce
import Foundation

/// What to run on what.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Strategies: names or globs, with parameters, separated by commas.",
      discussion: "As in naive,'source-*',throttle:interval=100ms; '*,!view-*' is all but those. "
        + "throttle:interval=4ms...300ms is 12 values of that range, with /20 after it 20. "
        + "'bench list' names them.", valueName: "list"),
    completion: .names { Registered.strategies.map(\.name) })
  var strategy: String?

  @OptionGroup var rest: WorkloadOptions

  var seed: UInt64 { rest.seed }
  var output: String? { rest.output }
  var format: Format { rest.format }
  var quick: Bool { rest.quick }

  /// Reads the list; a glob skips what cannot run this way, a name does not.
  func strategies(default list: String, time: TimeMode) throws -> [Selection<StrategyEntry>] {
    try .strategies(strategy ?? list, from: Registered.strategies, time: time)
  }

  func workloads(
    default list: String, time: TimeMode, hasTrace: Bool
  ) throws -> [Selection<Workload>] {
    try rest.workloads(default: list, time: time, hasTrace: hasTrace)
  }
}

/// What to run strategies on, and where the results go.
struct WorkloadOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Workloads: names or globs, with parameters, separated by commas.",
      discussion: "As in complete-all:updates=10000,uart. 'bench list' names them.",
      valueName: "list"), completion: .names { Registered.workloads.map(\.name) })
  var workload: String?

  @Option(help: ArgumentHelp("The seed of the workloads.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Write the results to this folder itself instead of a new one in Results.", valueName: "dir"),
    completion: .directory)
  var output: String?

  @Option(help: "What is printed: table, csv, json or markdown.")
  var format: Format = .table

  @Flag(help: "Shorter workloads, one trial each.")
  var quick = false

  /// Reads the list, or `list` where none was given and there is no trace; a glob skips what cannot
  /// run this way, a name does not.
  func workloads(
    default list: String, time: TimeMode, hasTrace: Bool
  ) throws -> [Selection<Workload>] {
    let selections = try [Selection<Workload>].workloads(
      workload ?? (hasTrace ? "trace" : list), from: Registered.workloads, time: time,
      hasTrace: hasTrace, quick: quick)
    if hasTrace, let workload, !selections.contains(where: { $0.entry.name == "trace" }) {
      throw ValidationError(
        "--trace goes with the workload 'trace', which '\(workload)' does not name. Name it, or "
          + "leave --workload away.")
    }
    return selections
  }
}

extension CompletionKind {
  /// Some of `all`, separated by commas; the last is being written.
  static func names(_ all: @escaping @Sendable () -> [String]) -> CompletionKind {
    .custom { _, _, begun in
      let before = begun.lastIndex(of: ",").map { String(begun[...$0]) } ?? ""
      return all().map { before + $0 }
    }
  }
}

/// A recording to replay.
struct TraceOptionGroup: ParsableArguments {
  @Option(
    name: .customLong("trace"),
    help: ArgumentHelp(
      "Replay this recording as the workload 'trace': CSV, JSON, or a Chrome trace; - is the input.",
      valueName: "file"), completion: .file(extensions: RunSettings.recordingTypes))
  var traces: [String] = []

  /// Of a command that takes one; the last, as of other options.
  var trace: String? { traces.last }

  @Option(
    help: ArgumentHelp(
      "The trace's column of times, or field in JSON; without it time, timestamp, ts, time_ms and so on.",
      valueName: "name"))
  var timeColumn: String?

  @Option(help: "The unit of the times: s, ms, us or ns.")
  var timeUnit: TimeUnit?

  @Option(
    help: ArgumentHelp(
      "The trace's column that names the view (default: view if there is one; '' for none).",
      valueName: "name"))
  var viewColumn: String?

  @Option(
    help: ArgumentHelp(
      "The trace's column that names the row (default: row if there is one; '' for none).",
      valueName: "name"))
  var rowColumn: String?

  @Option(
    help: ArgumentHelp(
      "The trace's column of kinds, insert, change or delete (default: kind if there is one; '' for "
        + "none).", valueName: "name"))
  var kindColumn: String?

  @Option(
    help: ArgumentHelp(
      "Replay only the events of a Chrome trace with this name.", valueName: "name")
  )
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
      ("--view-column", viewColumn != nil), ("--row-column", rowColumn != nil),
      ("--kind-column", kindColumn != nil), ("--name", name != nil),
      ("--speed", speed.factor != 1), ("--limit", limit != nil),
    ]
    if trace == nil, let option = needsTrace.first(where: \.1)?.0 {
      throw ValidationError("\(option) goes with --trace FILE.")
    }
  }

  /// The recording, if there is one.
  func read() throws -> Trace? { try trace.map(read) }

  /// All recordings, and those in a folder.
  func readAll() throws -> [(path: String, trace: Trace)] {
    try RunSettings.recordings(at: traces).map { ($0, try read($0)) }
  }

  /// Reads a recording and says how it was understood, once however often it is asked for.
  private func read(_ path: String) throws -> Trace {
    if let known = Self.known.withLock({ $0[path] }), known.options == options {
      return known.trace
    }
    let recording = try Progress().during("reading \(path)") {
      try Recording(path: path, options: options)
    }
    Self.known.withLock { $0[path] = (options, recording.trace) }
    Output.note(recording.understood)
    return recording.trace
  }

  private static let known = Locked<[String: (options: TraceOptions, trace: Trace)]>([:])

  private var options: TraceOptions {
    var options = TraceOptions()
    options.timeColumn = timeColumn
    options.timeUnit = timeUnit
    options.viewColumn = viewColumn
    options.rowColumn = rowColumn
    options.kindColumn = kindColumn
    options.name = name
    options.speed = speed.factor
    options.limit = limit
    return options
  }
}

/// A factor, written as 10 or 10x.
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
