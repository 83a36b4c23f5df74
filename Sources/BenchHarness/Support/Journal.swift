import Foundation

/// A file with one line of JSON per entry. Entries survive a crash; an incomplete last line is ignored.
///
/// Thread safety: any thread may append; each line is written in one piece.
package struct Journal<Entry: Codable & Sendable>: Sendable {
  package let url: URL

  package init(_ url: URL) { self.url = url }

  package func begin(_ entries: [Entry] = []) throws {
    try BenchError.writing(url.path) {
      try Data(entries.map(Self.line).joined()).write(whole: url)
    }
  }

  package func append(_ entry: Entry) throws {
    try BenchError.writing(url.path) { try Self.line(entry).append(to: url) }
  }

  package func read() throws -> [Entry] {
    try Self.lines(Data(results: url)).enumerated().map { position, line in
      do {
        return try JSONDecoder().decode(Entry.self, from: line)
      } catch {
        throw BenchError.badResults(file: url.path, line: position + 1, cause: error.jsonCause)
      }
    }
  }

  /// The entries before the first unreadable one; empty if the file does not exist.
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
