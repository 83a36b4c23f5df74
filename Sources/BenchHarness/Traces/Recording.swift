import Foundation

/// A file that was read: updates to replay, in one recording or several sessions, and how the file was understood.
package struct Recording: Sendable {
  static let maximumBytes = 512 * 1_048_576

  /// One for each value of the session column, with the value as its name; without that column, a single one.
  package let sessions: [(name: String, trace: Trace)]
  package let understanding: Understanding
  /// Nil unless a coalescer made the recording.
  package let deliveries: RecordedDeliveries?
  private let name: String

  package var trace: Trace { sessions[0].trace }

  package var understood: String { understanding.sentence(name) }

  /// Reads the file at `path`, or standard input for `-`.
  /// - Throws: ``BenchError/badTrace(file:line:column:cause:)``.
  package init(path: String, options: TraceOptions) throws {
    let name = path == "-" ? "standard input" : path
    try self.init(bytes: try Self.contents(path, name), name: name, options: options)
  }

  package init(bytes: [UInt8], name: String, options: TraceOptions) throws {
    do {
      let text = try RecordedText(bytes), lines = text.firstLines
      guard let line = lines.first else { throw TextFailure(nil, "it is empty.") }
      deliveries = RecordedDeliveries(comment: line)
      var options = options
      options.isOwn = deliveries != nil || line == StreamRecording.header
      let rows = try Self.rows(text, lines, &options)
      var reader = try TraceReader(rows, options)
      (sessions, understanding) = try reader.read()
      self.name = name
    } catch let failure as TextFailure {
      // Offsets of JSON array elements count down from -1.
      let element = failure.offset.flatMap { $0 < 0 ? "object \(-$0): " : nil }
      throw BenchError.badTrace(
        file: name, line: element == nil ? failure.line(in: bytes) : nil, column: failure.column,
        cause: (element ?? "") + failure.cause + (failure.cause.hasSuffix(".") ? "" : "."))
    }
  }

  /// The rows of a text. Sets in `options` what the text reveals about them.
  private static func rows(
    _ text: RecordedText, _ lines: ArraySlice<Substring>, _ options: inout TraceOptions
  ) throws -> RecordedRows {
    options.format =
      try options.formatName.map(RecordedFormat.init(named:))
      ?? RecordedFormat.all.first { $0.isStated(by: lines[0]) }
    if let format = options.format, !format.isJSON {
      options.isInterval = options.isInterval || format.isInterval(lines[0])
      return RecordedRows(text.lines)
    }
    let isDocument = options.format != nil || options.rowsAt != nil
    let objects = lines.filter { $0.drop(while: \.isWhitespace).first == "{" }
    if !isDocument, lines.count > 1 || !lines[0].contains("[{"), objects.count * 2 >= lines.count,
      RecordedRows.object(objects[0]) != nil
    {
      return try RecordedRows(objects: text.lines)
    }
    if let document = try JSONDocument(text, isAsked: isDocument) {
      return try RecordedRows(array: document.rows(&options))
    }
    let names = [
      options.timeColumn, options.viewColumn, options.rowColumn, options.kindColumn,
      options.sessionColumn,
    ]
    let isAsked = !options.hasHeader || names.contains { $0 ?? "" != "" }
    return isAsked || text.isTable
      ? try RecordedRows(table: text.table, hasHeader: options.hasHeader)
      : RecordedRows(text.lines)
  }

  private static func contents(_ path: String, _ name: String) throws -> [UInt8] {
    func refusal(_ cause: String) -> BenchError {
      .badTrace(file: name, line: nil, column: nil, cause: cause)
    }
    var status = stat()
    if path != "-", stat(path, &status) == 0, [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT) {
      throw refusal("it is a device. Give a file or a pipe.")
    }
    do {
      let handle =
        path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      // Does not rely on the file size that the system reports, because the file may be growing.
      let data = try handle.read(upToCount: maximumBytes + 1) ?? Data()
      guard data.count <= maximumBytes else {
        throw refusal("it is larger than the limit of \(maximumBytes) bytes.")
      }
      return [UInt8](data)
    } catch let error where !(error is BenchError) {
      throw refusal("it cannot be read: \(error.fileCause).")
    }
  }
}
