import Foundation

/// A recording that was read: updates to replay, and how it was understood.
package struct Recording: Sendable {
  static let maximumBytes = 512 * 1_048_576

  package let trace: Trace
  /// What was understood, in a sentence for people.
  package let understood: String

  /// Reads the file at `path`, or standard input for `-`.
  /// - Throws: ``BenchError/badTrace(file:line:column:cause:)``.
  package init(path: String, options: TraceOptions) throws {
    let name = path == "-" ? "standard input" : path
    try self.init(bytes: [UInt8](Self.contents(path, name)), name: name, options: options)
  }

  /// Reads `bytes`; `name` is for messages. What begins with a brace or a bracket is JSON, all else
  /// CSV.
  /// - Throws: ``BenchError/badTrace(file:line:column:cause:)``.
  package init(bytes: [UInt8], name: String, options: TraceOptions) throws {
    do {
      guard String(validating: bytes, as: UTF8.self) != nil else {
        throw TextFailure(nil, "it is not text in UTF-8.")
      }
      let (trace, understood) = try Self.read(bytes, options)
      self.trace = trace
      self.understood = "\(name): \(understood)"
    } catch let failure as TextFailure {
      throw BenchError.badTrace(
        file: name, line: failure.line(in: bytes), column: failure.column, cause: failure.cause)
    }
  }

  private static func read(
    _ bytes: [UInt8], _ options: TraceOptions
  ) throws -> (trace: Trace, understood: String) {
    // A byte-order mark is no part of a name.
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    switch bytes[start...].first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
    case nil: throw TextFailure(nil, "it is empty.")
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var reader = try TraceReader(try JSONRows(bytes, from: start), options)
      return try reader.read()
    default:
      var reader = try TraceReader(try CSVRows(bytes, from: start), options)
      return try reader.read()
    }
  }

  private static func contents(_ path: String, _ name: String) throws -> Data {
    func refusal(_ cause: String) -> BenchError {
      .badTrace(file: name, line: nil, column: nil, cause: cause)
    }
    var status = stat()
    let isFile = path != "-" && stat(path, &status) == 0
    if isFile, ![S_IFREG, S_IFDIR, S_IFIFO].contains(status.st_mode & S_IFMT) {
      throw refusal("it is a device. Give a file or a pipe.")
    }
    do {
      let file =
        path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { if path != "-" { try? file.close() } }
      // Not by the size that the system tells: the file may be growing.
      let data = try file.read(upToCount: maximumBytes + 1) ?? Data()
      guard data.count <= maximumBytes else {
        throw refusal("it has more than the \(maximumBytes) bytes that are read.")
      }
      return data
    } catch let error as BenchError {
      throw error
    } catch {
      throw refusal("it cannot be read: \(error.fileCause).")
    }
  }
}
