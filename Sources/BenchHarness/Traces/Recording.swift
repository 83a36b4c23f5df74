import Foundation

/// A recording that was read, or several from one file: updates to replay, and how it was understood.
package struct Recording: Sendable {
  static let maximumBytes = 512 * 1_048_576

  /// Each with its name in the column of sessions; without one, there is one.
  package let sessions: [(name: String, trace: Trace)]
  package let understanding: Understanding
  /// Nil unless a coalescer made it.
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

  /// Reads `bytes`; `name` is for messages.
  package init(bytes: [UInt8], name: String, options: TraceOptions) throws {
    do {
      let text = try RecordedText(bytes)
      deliveries = text.comment.map(RecordedDeliveries.init)
      (sessions, understanding) = try Self.read(text, options)
      self.name = name
    } catch let failure as TextFailure {
      let isObject = failure.offset.map { $0 < 0 } ?? false
      throw BenchError.badTrace(
        file: name, line: isObject ? nil : failure.line(in: bytes), column: failure.column,
        cause: (isObject ? "object \(-(failure.offset ?? 0)): " : "") + failure.cause
          + (failure.cause.hasSuffix(".") ? "" : "."))
    }
  }

  private typealias Contents = (sessions: [(name: String, trace: Trace)], Understanding)

  private static func read(_ text: RecordedText, _ given: TraceOptions) throws -> Contents {
    var options = given
    let lines = text.firstLines
    guard let line = lines.first else { throw TextFailure(nil, "it is empty.") }
    options.isOwn = text.comment != nil || line == StreamRecording.header
    options.format =
      try given.formatName.map(RecordedFormat.init(named:))
      ?? RecordedFormat.all.first { $0.isStated(by: line) }
    func read(_ rows: some TraceRows, _ source: TimeSource) throws -> Contents {
      var reader = try TraceReader(rows, source, options)
      return try reader.read()
    }
    func readLines() throws -> Contents {
      let rows = try CSVRows(text.bytes, from: text.start, .lines)
      return try read(rows, TimeSource(lines: rows, options))
    }
    func readTable(_ rows: some TraceRows) throws -> Contents {
      try read(rows, TimeSource(table: rows, options))
    }
    if let format = options.format, !format.marks.isEmpty {
      let isThree = format.name == "cast" && line.contains(/"version": *3/)
      options.isInterval = given.isInterval || format.isInterval || isThree
      return try readLines()
    }
    let objects = lines.filter { $0.drop(while: \.isWhitespace).first == "{" }
    let isDocument =
      options.format != nil || given.rowsAt != nil || lines.count == 1 && line.contains("[{")
    if !isDocument, objects.count * 2 >= lines.count, JSONRows.object(objects[0]) != nil {
      return try readTable(JSONRows(lines: text.bytes, from: text.start))
    }
    if let document = try JSONDocument(text, options) {
      options.format = document.format
      options.timeColumn = given.timeColumn ?? document.format?.column
      options.timeUnit = given.timeUnit ?? document.format?.unit
      return try readTable(JSONRows(document.rows, document.format?.name == "chrome-trace"))
    }
    let (start, delimiter) = text.table
    func table(_ form: CSVRows.Form) throws -> CSVRows {
      try CSVRows(text.bytes, from: start, form, delimiter: delimiter)
    }
    if !given.hasHeader { return try readTable(table(.noHeader)) }
    let names = [
      given.timeColumn, given.viewColumn, given.rowColumn, given.kindColumn, given.sessionColumn,
    ]
    let isAsked = names.contains { $0 ?? "" != "" }, header = try? table(.header)
    guard isAsked || header?.isTable ?? (line.first == "\"") else { return try readLines() }
    return try readTable(table(.header))
  }

  private static func contents(_ path: String, _ name: String) throws -> [UInt8] {
    func refusal(_ cause: String) -> BenchError {
      .badTrace(file: name, line: nil, column: nil, cause: cause)
    }
    var status = stat()
    let isFile = path != "-" && stat(path, &status) == 0
    if isFile, ![S_IFREG, S_IFDIR, S_IFIFO].contains(status.st_mode & S_IFMT) {
      throw refusal("it is a device. Give a file or a pipe.")
    }
    do {
      let handle =
        path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { if path != "-" { try? handle.close() } }
      // Not by the size that the system tells: the file may be growing.
      var bytes: [UInt8] = []
      while let data = try handle.read(upToCount: 1 << 20), !data.isEmpty {
        bytes += data
        guard bytes.count <= maximumBytes else {
          throw refusal("it has more than the \(maximumBytes) bytes that are read.")
        }
      }
      return bytes
    } catch let error as BenchError {
      throw error
    } catch {
      throw refusal("it cannot be read: \(error.fileCause).")
    }
  }
}
