import Foundation

/// What a child process has found so far, a line an entry: whatever ends it, the rest is kept.
///
/// Thread safety: `append` from any thread; a line is written at once.
struct VerificationJournal: Sendable {
  /// One line.
  enum Entry: Codable, Equatable, Sendable {
    /// A stage has begun.
    case began(VerificationStage)
    /// A stage has ended.
    case ended(VerificationStage, results: [PropertyResult])
    /// A stage took too long, and the process gives up.
    case hung(VerificationStage)
  }

  let path: String

  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  func append(_ entry: Entry) throws {
    do {
      let line = try JSONEncoder().encode(entry) + Data("\n".utf8)
      let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
      guard file >= 0 else { throw CocoaError(.fileWriteNoPermission) }
      defer { close(file) }
      try FileHandle(fileDescriptor: file).write(contentsOf: line)
    } catch {
      throw HarnessError.cannotWrite(path: path, cause: error.fileCause + ".")
    }
  }

  /// The entries that were written as a whole; a line that was cut off is ignored.
  func read() -> [Entry] {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return data.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(Entry.self, from: Data($0))
    }
  }
}
