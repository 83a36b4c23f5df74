import CBenchPlatform
import Foundation

/// A recording that was read, or several from one file: updates to replay, and how it was understood.
package struct Recording: Sendable {
  static let maximumBytes = 512 * 1_048_576

  /// Each with its name in the column of sessions; without one, there is one.
  package let sessions: [(name: String, trace: Trace)]
  package let understanding: Understanding
  private let name: String

  /// The only session, or the first.
  package var trace: Trace { sessions[0].trace }

  /// What was understood, in a sentence for people.
  package var understood: String { understanding.sentence(name) }

  /// Reads the file at `path`, or standard input for `-`.
  /// - Throws: ``BenchError/badTrace(file:line:column:cause:)``.
  package init(path: String, options: TraceOptions) throws {
    let name = path == "-" ? "standard input" : path
    let (bytes, isCompressed) = try Self.contents(path, name)
    try self.init(bytes: bytes, name: name, options: options, isCompressed: isCompressed)
  }

  /// Reads `bytes`; `name` is for messages. What begins with a brace or a bracket around another is
  /// JSON, what has a header with a column of times CSV, and all else lines of text.
  /// - Throws: ``BenchError/badTrace(file:line:column:cause:)``.
  package init(
    bytes: [UInt8], name: String, options: TraceOptions, isCompressed: Bool = false
  ) throws {
    var lines = bytes
    do {
      let text = try RecordedText(bytes)
      lines = text.bytes
      var understanding: Understanding
      (sessions, understanding) = try Self.read(text, options)
      understanding.form += (text.isFromUTF16 ? ", UTF-16" : "") + (isCompressed ? ", gzip" : "")
      self.understanding = understanding
      self.name = name
    } catch let failure as TextFailure {
      throw BenchError.badTrace(
        file: name, line: failure.line(in: lines), column: failure.column, cause: failure.cause)
    }
  }

  private typealias Contents = (sessions: [(name: String, trace: Trace)], Understanding)

  private static func read(_ text: RecordedText, _ options: TraceOptions) throws -> Contents {
    func read(_ rows: some TraceRows) throws -> Contents {
      var reader = try TraceReader(rows, options)
      return try reader.read()
    }
    func csv(_ form: CSVRows.Form, isRelative: Bool = false) throws -> CSVRows {
      try CSVRows(text.bytes, from: text.start, form, isRelative: isRelative)
    }
    let start = String(decoding: text.bytes[text.start...].prefix(1 << 16), as: UTF8.self)
    let lines = start.split(whereSeparator: \.isNewline).prefix(20)
    guard lines.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw TextFailure(nil, "it is empty.")
    }
    if let version = lines[0].prefixMatch(of: /\{ *"version": *([23])/),
      lines.count > 1, lines[1].hasPrefix("[")
    {
      return try read(csv(.terminal, isRelative: version.1 == "3"))
    }
    // There may be a line or two before the objects.
    let objects = lines.count { $0.starts(with: /\s*\{\s*"/) }
    if start.starts(with: /\s*(\{\s*["}]|\[\s*([\[{\]]|$))/) || objects * 2 >= lines.count {
      return try read(JSONRows(text.bytes, from: text.start))
    }
    guard options.hasHeader else { return try read(csv(.noHeader)) }
    let given = [
      options.timeColumn, options.viewColumn, options.rowColumn, options.kindColumn,
      options.sessionColumn,
    ]
    let names = (try? csv(.header).columns) ?? []
    if given.allSatisfy({ $0 ?? "" == "" }), TimeColumns.usual(names).isEmpty {
      var reader = try TraceReader(csv(.lines), options)
      if reader.hasTimes { return try reader.read() }
    }
    return try read(csv(.header))
  }

  private static func contents(
    _ path: String, _ name: String
  ) throws -> (bytes: [UInt8], isCompressed: Bool) {
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
      // Decompresses gzip, and passes anything else through.
      guard let file = gzdopen(dup(handle.fileDescriptor), "rb") else {
        throw NSError(domain: NSPOSIXErrorDomain, code: Int(ENOMEM))
      }
      defer { gzclose(file) }
      // Not by the size that the system tells: the file may be growing.
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      while case let count = gzread(file, &buffer, UInt32(buffer.count)), count > 0 {
        bytes += buffer.prefix(Int(count))
        guard bytes.count <= maximumBytes else {
          throw refusal("it has more than the \(maximumBytes) bytes that are read.")
        }
      }
      var code: Int32 = 0
      _ = gzerror(file, &code)
      guard code != Z_ERRNO else { throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }
      guard code == Z_OK else { throw refusal("its gzip is damaged or cut off.") }
      return (bytes, gzdirect(file) == 0)
    } catch let error as BenchError {
      throw error
    } catch {
      throw refusal("it cannot be read: \(error.fileCause).")
    }
  }
}
