import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness

struct JournalTests {
  private struct Entry: Codable, Equatable {
    var number: Int
    var text = "a\nb"
  }

  private let folder = TemporaryFolder()
  private var journal: Journal<Entry> { Journal(folder.url.appendingPathComponent("journal")) }

  @Test func writtenEntriesAreReadBack() throws {
    let entries = (1...3).map { Entry(number: $0) }
    try journal.begin([entries[0]])
    for entry in entries.dropFirst() { try journal.append(entry) }
    #expect(try journal.read() == entries)
    #expect(try journal.readable() == entries)
    try journal.begin()
    #expect(try journal.read().isEmpty)
  }

  @Test func truncatedLineIsIgnored() throws {
    try journal.begin([Entry(number: 1)])
    try Data("{\"number\":2,\"te".utf8).append(to: journal.url)
    #expect(try journal.read() == [Entry(number: 1)])
    #expect(try journal.readable() == [Entry(number: 1)])
  }

  @Test func badLineIsRefusedButEarlierOnesAreReadable() throws {
    try journal.begin([Entry(number: 1)])
    try Data("{}\n".utf8).append(to: journal.url)
    try journal.append(Entry(number: 3))
    #expect(
      throws: BenchError.badResults(
        file: journal.url.path, line: 2, cause: "'number' is missing.")
    ) { try journal.read() }
    #expect(try journal.readable() == [Entry(number: 1)])
  }

  @Test func missingJournalHasNoReadableEntries() throws {
    #expect(try journal.readable().isEmpty)
    #expect(throws: BenchError.self) { try journal.read() }
  }

  /// A recreated journal would look complete but lack the earlier entries.
  @Test func removedJournalIsNotRecreated() throws {
    try journal.begin([Entry(number: 1)])
    try FileManager.default.removeItem(at: journal.url)
    #expect(throws: (any Error).self) { try journal.append(Entry(number: 2)) }
    #expect(!FileManager.default.fileExists(atPath: journal.url.path))
  }
}
