import BenchHarness
import Foundation

/// `records.jsonl`: every record of a run as it ended, a line each, with what the tables do not
/// hold; what a run is resumed from.
///
/// Appended to, for it grows with every trial; a last line that was cut off is ignored.
package struct RunJournal {
  /// The longest line that is read, in bytes.
  static let maximumLine = 16 * 1_048_576

  package let url: URL

  init(folder: URL) { self.init(file: folder.appendingPathComponent("records.jsonl")) }

  package init(file: URL) { url = file }

  /// Empties the journal and writes `records`.
  package func begin(_ records: [Trial]) throws {
    try Data(records.map(Self.line).joined().utf8).write(whole: url)
  }

  package func append(_ record: Trial) throws {
    try Data(Self.line(record).utf8).append(to: url)
  }

  package func read() throws -> [Trial] {
    try Self.records(Data(results: url), file: url.path)
  }

  /// The records in `data`; `file` is for messages.
  static func records(_ data: Data, file: String) throws -> [Trial] {
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let decoder = JSONDecoder()
    let records = try lines.dropLast().enumerated().map { position, line in
      guard line.count <= maximumLine else {
        throw BenchError.badResults(
          file: file, line: position + 1, cause: "the line is longer than \(maximumLine) bytes.")
      }
      do {
        return try decoder.decode(Trial.self, from: Data(line))
      } catch {
        throw BenchError.badResults(
          file: file, line: position + 1, cause: "it is not a record of a trial: \(error.jsonCause)"
        )
      }
    }
    try checkRepetitions(of: records.map(\.finishedID), file: file) { $0 + 1 }
    return records
  }

  /// Refuses a file in which a trial stands twice: whatever is made of it would count that twice. Nil is
  /// what may be repeated; `line` answers where a trial of a position stands.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``, which names both lines.
  package static func checkRepetitions(
    of trials: [(some Hashable)?], file: String, line: (Int) -> Int
  ) throws {
    guard let (first, again) = repetition(in: trials) else { return }
    throw BenchError.badResults(
      file: file, line: line(again),
      cause: "it holds the same trial as line \(line(first)). Remove one of the two.")
  }

  /// The first that was there before, by position; nil is passed over.
  static func repetition(in trials: [(some Hashable)?]) -> (first: Int, again: Int)? {
    var seen: [AnyHashable: Int] = [:]
    for (position, trial) in trials.enumerated() {
      guard let trial else { continue }
      if let first = seen.updateValue(position, forKey: trial) { return (first, position) }
    }
    return nil
  }

  private static func line(_ record: Trial) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(record), as: UTF8.self) + "\n"
  }
}
