import Foundation
import Testing

@testable import Harness
@testable import Runs
@testable import Statistics

/// A good journal, and a good request of a trial, broken at random: read or refused, never a crash.
@Suite struct JournalMutationTests {
  @Test(arguments: Mutation.seeds)
  func brokenJournalIsReadOrRefusedWithItsLine(seed: UInt64) throws {
    let record = TrialRecord.made(strategy: "s", values: ["deliveries": 4])
    let line = Array(try JSONEncoder().encode(record)) + [UInt8(ascii: "\n")]
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Mutation.inputs / Mutation.seeds.count {
      let bytes = Mutation.broken(line + line, &generator)
      do {
        _ = try RunJournal.records(Data(bytes), file: "records.jsonl")
      } catch HarnessError.badResults(let file, let line, let cause) {
        #expect(file == "records.jsonl")
        #expect(line != nil && !cause.isEmpty)
      }
    }
  }

  @Test func lineThatWasCutOffIsIgnored() throws {
    let line = Array(try JSONEncoder().encode(TrialRecord.made(strategy: "s")))
    let bytes = line + [UInt8(ascii: "\n")] + line.prefix(20)
    #expect(try RunJournal.records(Data(bytes), file: "records.jsonl").count == 1)
  }

  @Test(arguments: Mutation.seeds)
  func brokenRequestIsReadOrRefused(seed: UInt64) throws {
    let request = TrialRequest(
      identity: TrialIdentity(strategy: "s", workload: "w", trial: 3, seed: 4, time: .real),
      costs: .free, work: ReloadWork(roundsPerNanosecond: 1),
      pin: false, parent: 1)
    let good = Array(try JSONEncoder().encode(request))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Mutation.inputs / Mutation.seeds.count {
      let bytes = Mutation.broken(good, &generator)
      do {
        let read = try TrialRequest(Data(bytes), file: "request.json")
        #expect(read.work.roundsPerNanosecond.isFinite)
      } catch HarnessError.badResults(let file, _, let cause) {
        #expect(file == "request.json" && !cause.isEmpty)
      }
    }
  }
}
