@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport
@testable import BenchMath

/// Journals that were damaged or merged by hand, and requests broken at random.
struct BrokenJournalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The records read from a journal with these bytes.
  private func records(_ journal: Data) throws -> [Trial] {
    try journal.write(to: folder.url.appendingPathComponent("records.jsonl"))
    return try ResultsFolder.finished(folder.url)
  }

  @Test(arguments: [
    ("\"trial\":1", "\"trial\":\"x\"", "'trial' has the wrong type."),
    ("\"trial\":1", "\"try\":1", "'trial' is missing."), ("{", "", "it is not valid JSON"),
  ])
  func faultInARecordIsExplained(part: String, instead: String, words: String) throws {
    let line = String(
      decoding: try JSONEncoder().encode(Trial.made(strategy: "s")), as: UTF8.self)
    let range = try #require(line.range(of: part))
    let wrong = line.replacingCharacters(in: range, with: instead) + "\n"
    let error = #expect(throws: BenchError.self) {
      try records(Data(wrong.utf8))
    }
    #expect(error?.description.contains("records.jsonl, line 1: \(words)") == true)
    #expect(error?.description.contains("Debug") == false)
  }

  @Test func duplicateTrialIsReportedWithBothLineNumbers() throws {
    func lines(_ records: [Trial]) throws -> Data {
      Data(try records.map { try JSONEncoder().encode($0) + [UInt8(ascii: "\n")] }.joined())
    }
    let record = Trial.made(strategy: "s", values: ["deliveries": 4])
    var void = record
    void.outcome = .void
    var other = record
    other.number += 1
    #expect(
      throws: BenchError.badResults(
        file: folder.path("records.jsonl"), line: 4,
        cause: "it holds the same trial as line 2. Remove one of the two.")
    ) { try records(lines([void, record, other, record])) }
    #expect(try records(lines([void, void, record, other])).count == 4)
  }

  @Test(arguments: ["{\"number\":1,\"count\":9223372036854775807}", "{\"number\":0,\"count\":2}"])
  func impossibleShardIsRefused(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Shard.self, from: Data(json.utf8))
    }
  }

  @Test(arguments: Mutation.seeds)
  func brokenRequestIsReadOrRefused(seed: UInt64) throws {
    let job = TrialJob(
      Trial.ID(Cell("s", "w"), number: 3, seed: 4, time: .real), RunOptions(),
      work: ReloadWork(roundsPerNanosecond: 1))
    let good = Array(try JSONEncoder().encode(ChildRequest(job, parent: 1)))
    let file = folder.url.appendingPathComponent("request.json")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Mutation.inputs / Mutation.seeds.count {
      let bytes = Mutation.broken(good, &generator)
      do {
        try Data(bytes).write(to: file)
        #expect(try ChildRequest<TrialJob>(file).job.work.roundsPerNanosecond.isFinite)
      } catch BenchError.badResults(file.path, _, let cause) {
        #expect(!cause.isEmpty)
      }
    }
  }
}
