import Foundation

/// A recording that was read: the updates to replay, and how the file was interpreted.
package struct Recording: Sendable {
  /// The largest recording that can be read: Foundation's JSON parser needs ten times as much memory as the text.
  private static let maximumBytes = 128 * 1_048_576

  package let trace: Trace
  package let deliveries: RecordedDeliveries?
  /// Whether times are dates or count from 1970, so that they need not be in order.
  let hasDates: Bool
  /// A warning if all times are whole seconds or whole minutes, else nil.
  package let coarse: String?
  /// How the file was interpreted; the first fact applies only to this recording.
  private let facts: [String], name: String

  package var understood: String { "\(name): \(facts.joined(separator: "; "))." }

  /// A sentence about several recordings, with up to nine distinct facts about how they were read.
  package static func understood(_ all: [Self]) -> String {
    let facts = all.flatMap { $0.facts.dropFirst() }.distinct.prefix(9).joined(separator: "; ")
    let updates = all.reduce(0) { $0 + $1.trace.count }
    return "\(all.count) recordings with \(updates) updates; \(facts)."
  }

  /// Reads the file at `path`, or standard input for `-`.
  /// - Throws: ``BenchError/badTrace(file:line:column:cause:)``.
  package init(path: String, options: TraceOptions) throws {
    let name = path == "-" ? "standard input" : path, data: Data
    do {
      let file =
        path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      // Does not rely on the file size that the system reports, because the file may be growing.
      data = try file.read(upToCount: Self.maximumBytes + 1) ?? Data()
    } catch {
      throw BenchError.badTrace(file: name, cause: "it cannot be read: \(error.fileCause).")
    }
    try self.init(bytes: [UInt8](data), name: name, options: options)
  }

  package init(bytes: [UInt8], name: String, options: TraceOptions) throws {
    var text: RecordedText?
    do {
      let isTooLong = bytes.count > Self.maximumBytes
      if isTooLong { throw TextFailure(nil, "it is larger than 128 MiB. Give only part of it.") }
      let read = try RecordedText(bytes, firstLine: options.firstLine)
      text = read
      try self.init(read, name: name, options)
    } catch let failure as TextFailure {
      let advice = text.flatMap {
        RecordingAdvice(text: $0, options: options).sentence(after: failure)
      }
      let parts = [
        failure.object.map { "object \($0): " }, failure.cause,
        failure.cause.hasSuffix(".") ? nil : ".", advice.map { " \($0)" },
      ]
      throw BenchError.badTrace(
        file: name, line: failure.line(in: text?.bytes ?? bytes), column: failure.column,
        cause: parts.compactMap(\.self).joined())
    }
  }

  init(_ text: RecordedText, name: String, _ options: TraceOptions) throws {
    let line = text.firstLines.first ?? ""
    var deliveries = RecordedDeliveries(comment: line)
    var options = options
    options.isOwn = deliveries != nil || line == StreamRecording.header
    let ways = try Self.rows(text, &options), chosen = options
    // Of several ways, the first in which the text has times.
    let first =
      ways.count < 2
      ? nil : ways.lazy.compactMap { try? TraceReader($0, chosen) }.first { $0.hasTimes }
    var reader = try first ?? TraceReader(ways[0], chosen)
    let read = try reader.read()
    trace = deliveries?.isWhole == false ? Trace(read.updates) : read
    deliveries?.haveTimes = !trace.deliveries.isEmpty
    self.deliveries = deliveries
    (facts, coarse, self.name) = (reader.facts, reader.coarse, name)
    hasDates = reader.hasDates
  }

  /// The rows of a text, in each way in which it can be read with these options. Sets in `options` the format that was
  /// named or detected, and whether its times are intervals.
  static func rows(_ text: RecordedText, _ options: inout TraceOptions) throws -> [RecordedRows] {
    let first = text.firstLines
    options.format =
      try options.formatName.map(RecordedFormat.named)
      ?? RecordedFormat.all.first { $0.isStated(by: first[0]) }
    if let format = options.format, !format.isJSON {
      options.isInterval = options.isInterval || format.isInterval(first[0])
      return [text.lines]
    }
    let objects = first.filter { $0.hasPrefix("{") }
    if options.format == nil, options.rowsAt == nil, first.count > 1,
      objects.count * 2 >= first.count, RecordedRows.object(objects[0]) != nil
    {
      return [RecordedRows(objects: text.lines.objects)]
    }
    if options.format != nil || options.rowsAt != nil || text.isJSON {
      return [RecordedRows(objects: try Self.objects(text, &options))]
    }
    if options.isOwn { return [try text.rows(hasHeader: true)] }
    guard options.hasHeader else {
      return [try text.rows(hasHeader: false), try text.rows(hasHeader: false, delimiter: 0x20)]
    }
    let others = [options.viewColumn, options.rowColumn, options.kindColumn]
      .compactMap { $0 }.filter { !$0.isEmpty }
    let time = options.timeColumn ?? ""
    for times in [time.isEmpty ? [] : [time], time.split(separator: ",").map(String.init)] {
      if let table = try text.table(with: times + others) { return [table] }
    }
    return [time.isEmpty && others.isEmpty ? text.lines : try text.rows(hasHeader: true)]
  }

  /// The objects at the path that the user gave, else at the format's path, else in the outermost array. Numbers them
  /// -1, -2, …, which cannot be mistaken for byte offsets. Sets the format in `options` if it detects a Chrome trace.
  private static func objects(
    _ text: RecordedText, _ options: inout TraceOptions
  ) throws -> [(Int, [String: Any])] {
    let json = try text.json.get()
    var places = json.places
    // A Chrome trace may consist of the array of events alone.
    if places["."]?.rows.first?["ph"] != nil {
      places["traceEvents"] = places.removeValue(forKey: ".")
    }
    if options.format == nil, options.rowsAt == nil, places["traceEvents"] != nil {
      options.format = try .named("chrome-trace")
    }
    guard let path = options.rowsAt ?? options.format?.place ?? (json.isArray ? "." : nil) else {
      throw TextFailure(text.start, "its rows are inside an object.")
    }
    var rows = places[path]?.rows ?? []
    options.isUnordered = options.format != nil || places[path]?.isMap == true
    if options.format?.name == "chrome-trace" {
      // Only instant events and the starts of slices are updates.
      rows = rows.filter { ["i", "I", "n", "X", "B", "b"].contains($0["ph"] as? String) }
    }
    guard !rows.isEmpty else {
      let paths = TimeSource.list(json.paths)
      throw TextFailure(text.start, "there are no rows at '\(path)'. Choose from: \(paths).")
    }
    return rows.enumerated().dropFirst((options.firstLine ?? 1) - 1).map { (-1 - $0, $1) }
  }
}
