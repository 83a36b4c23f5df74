@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport
@testable import BenchMath

/// Journals that were cut off or merged by hand, and requests of trials that were broken at random.
@Suite struct BrokenJournalTests {
  @Test(arguments: [
    ("\"trial\":1", "\"trial\":\"x\"", "'trial' is of another kind."),
    ("\"trial\":1", "\"try\":1", "'trial' is missing."), ("{", "", "it is no JSON"),
  ])
  func whatIsWrongInARecordIsSaidInWords(part: String, instead: String, words: String) throws {
    let line = String(
      decoding: try JSONEncoder().encode(Trial.made(strategy: "s")), as: UTF8.self)
    let range = try #require(line.range(of: part))
    let wrong = line.replacingCharacters(in: range, with: instead) + "\n"
    let error = #expect(throws: BenchError.self) {
      try RunJournal.records(Data(wrong.utf8), file: "f")
    }
    #expect(error?.description.contains("it is not a record of a trial: \(words)") == true)
    #expect(error?.description.contains("Debug") == false)
  }

  @Test func lineThatWasCutOffIsIgnored() throws {
    let line = Array(try JSONEncoder().encode(Trial.made(strategy: "s")))
    let bytes = line + [UInt8(ascii: "\n")] + line.prefix(20)
    #expect(try RunJournal.records(Data(bytes), file: "records.jsonl").count == 1)
  }

  @Test func trialThatStandsThereTwiceIsNamedWithBothLines() throws {
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
        file: "f", line: 4, cause: "it holds the same trial as line 2. Remove one of the two.")
    ) { try RunJournal.records(lines([void, record, other, record]), file: "f") }
    #expect(try RunJournal.records(lines([void, void, record, other]), file: "f").count == 4)
  }

  @Test(arguments: ["{\"number\":1,\"count\":9223372036854775807}", "{\"number\":0,\"count\":2}"])
  func partThatCannotBeIsRefused(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Shard.self, from: Data(json.utf8))
    }
  }

  @Test(arguments: ["-1", "0", "99", "9e18"])
  func calibrationThatNoMachineHasIsRefused(rounds: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        ReloadWork.self, from: Data("{\"roundsPerNanosecond\":\(rounds)}".utf8))
    }
  }

  @Test(arguments: Mutation.seeds)
  func brokenRequestIsReadOrRefused(seed: UInt64) throws {
    let request = TrialRequest(
      Trial.ID(Cell("s", "w"), number: 3, seed: 4, time: .real), RunOptions(), work: ReloadWork(roundsPerNanosecond: 1),
      parent: 1)
    let good = Array(try JSONEncoder().encode(request))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Mutation.inputs / Mutation.seeds.count {
      let bytes = Mutation.broken(good, &generator)
      do {
        let read = try TrialRequest(Data(bytes), file: "request.json")
        #expect(read.work.roundsPerNanosecond.isFinite)
      } catch BenchError.badResults(let file, _, let cause) {
        #expect(file == "request.json" && !cause.isEmpty)
      }
    }
  }
}
