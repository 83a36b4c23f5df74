import Foundation

/// A file of entries in JSON, a line each, which grows entry by entry: whatever ends the process that
/// writes it, the entries before are kept. A last line that was cut off is ignored.
///
/// Thread safety: any thread may append; a line is written at once.
package struct Journal<Entry: Codable & Sendable>: Sendable {
  package let url: URL

  package init(_ url: URL) { self.url = url }

  /// Empties the file, or makes it, and writes `entries`.
  /// - Throws: an error with the cause.
  package func begin(_ entries: [Entry] = []) throws {
    try Data(entries.map(Self.line).joined()).write(whole: url)
  }

  /// Adds `entry` to the file, which must be there: a journal that is gone must not begin anew.
  /// - Throws: an error with the cause.
  package func append(_ entry: Entry) throws { try Self.line(entry).append(to: url) }

  /// - Throws: ``BenchError/badResults(file:line:cause:)``, ``BenchError/cannotRead(path:cause:)``.
  package func read() throws -> [Entry] {
    try Self.lines(Data(results: url)).enumerated().map { position, line in
      do {
        return try JSONDecoder().decode(Entry.self, from: line)
      } catch {
        throw BenchError.badResults(file: url.path, line: position + 1, cause: error.jsonCause)
      }
    }
  }

  /// The entries before the first that cannot be read; none where there is no file.
  /// - Throws: ``BenchError/cannotRead(path:cause:)``.
  func readable() throws -> [Entry] {
    do {
      let entries = try Self.lines(Data(whole: url)).map {
        try? JSONDecoder().decode(Entry.self, from: $0)
      }
      return entries.prefix { $0 != nil }.compactMap { $0 }
    } catch {
      if error.isMissingFile { return [] }
      throw BenchError.cannotRead(path: url.path, cause: error.fileCause + ".")
    }
  }

  private static func lines(_ data: Data) -> [Data] {
    data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map {
      Data($0)
    }
  }

  private static func line(_ entry: Entry) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(entry) + Data("\n".utf8)
  }
}
