import Foundation

/// A recording that was read: the updates to replay, and how the file was interpreted.
package struct Recording: Sendable {
  /// The largest recording that can be read: Foundation's JSON parser needs ten times as much memory as the text.
  private static let maximumBytes = 128 * 1_048_576

  package let trace: Trace
  package let deliveries: RecordedDeliveries?
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
      throw BenchError.badTrace(
        file: name, line: nil, column: nil, cause: "it cannot be read: \(error.fileCause).")
    }
    try self.init(bytes: [UInt8](data), name: name, options: options)
  }

  package init(bytes: [UInt8], name: String, options: TraceOptions) throws {
    do {
      let isTooLong = bytes.count > Self.maximumBytes
      if isTooLong { throw TextFailure(nil, "it is larger than 128 MiB. Give only part of it.") }
      let text = try RecordedText(bytes), line = text.firstLines[0]
      var deliveries = RecordedDeliveries(comment: line)
      var options = options
      options.isOwn = deliveries != nil || line == StreamRecording.header
      let rows = try Self.rows(text, &options)
      var reader = try TraceReader(rows, options)
      let read = try reader.read()
      trace = deliveries?.isWhole == false ? Trace(read.updates) : read
      deliveries?.haveTimes = !trace.deliveries.isEmpty
      self.deliveries = deliveries
      (facts, coarse, self.name) = (reader.facts, reader.coarse, name)
    } catch let failure as TextFailure {
      // Offsets of JSON array elements count down from -1.
      let element = failure.offset.flatMap { $0 < 0 ? "object \(-$0): " : nil }
      throw BenchError.badTrace(
        file: name, line: element == nil ? failure.line(in: bytes) : nil, column: failure.column,
        cause: (element ?? "") + failure.cause + (failure.cause.hasSuffix(".") ? "" : "."))
    }
  }

  /// The rows of a text. Sets in `options` the format that was named or detected, and whether its times are intervals.
  private static func rows(
    _ text: RecordedText, _ options: inout TraceOptions
  ) throws -> RecordedRows {
    let first = text.firstLines
    options.format =
      try options.formatName.map(RecordedFormat.named)
      ?? RecordedFormat.all.first { $0.isStated(by: first[0]) }
    if let format = options.format, !format.isJSON {
      options.isInterval = options.isInterval || format.isInterval(first[0])
      return text.lines
    }
    let objects = first.filter { $0.hasPrefix("{") }
    if options.format == nil, options.rowsAt == nil, first.count > 1,
      objects.count * 2 >= first.count, RecordedRows.object(objects[0]) != nil
    {
      return RecordedRows(objects: text.lines.objects)
    }
    if let objects = try text.document(&options) { return RecordedRows(objects: objects) }
    let names = [options.timeColumn, options.viewColumn, options.rowColumn, options.kindColumn]
    let isAsked = !options.hasHeader || names.contains { $0 ?? "" != "" }
    guard isAsked || text.isTable else { return text.lines }
    return try RecordedRows(table: text.table, hasHeader: options.hasHeader)
  }
}
