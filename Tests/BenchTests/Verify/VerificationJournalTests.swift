import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchVerify

@Suite struct VerificationJournalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var journal: VerificationJournal {
    VerificationJournal(path: folder.url.appendingPathComponent("journal.jsonl").path)
  }

  @Test func whatWasWrittenIsRead() throws {
    let entries: [VerificationJournal.Entry] = [
      .began(.search([.order])),
      .ended(
        .search([.order]),
        results: [
          PromiseResult(
            promise: .order, verdict: .fail, detail: "a\nb", seed: 3, schedule: ["1", "2"])
        ]),
      .began(.memory(.real)), .hung(.memory(.real)),
    ]
    for entry in entries { try journal.append(entry) }
    #expect(journal.read() == entries)
  }

  @Test func lineThatWasCutOffIsIgnored() throws {
    try journal.append(.began(.load))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: journal.path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("{\"ended\":{\"_0\":{\"lo".utf8))
    try file.close()
    #expect(journal.read() == [.began(.load)])
  }

  @Test func journalThatIsNotThereIsEmpty() {
    #expect(journal.read().isEmpty)
  }
}
