import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport
@testable import BenchRuns

/// Runs that are read back, and files that were damaged or merged by hand.
struct SavedRunTests {
  private let folder = TemporaryFolder()

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

  /// Writes a run of two trials and returns its folder.
  private func run() throws -> (URL, [Trial]) {
    let settings = RunSettings(
      strategies: [try .strategy("naive")], workloads: [try .workload("uart")], trials: 2)
    let records = [1.5, 2.25].enumerated().map { number, value in
      Trial.made(trial: number + 1, values: ["latency_p50_ms": value])
    }
    try ResultsFolder(output: folder.path("run"), name: "", settings: settings)
      .write(records, header: RunHeader(settings, time: .virtual, command: ["bench"]))
    return (folder.url.appendingPathComponent("run"), records)
  }

  @Test func runIsReadBackAsItWasWritten() throws {
    let (url, records) = try run()
    let saved = try SavedRun.read(url)
    #expect(saved.records.map(\.id) == records.map(\.id))
    #expect(saved.records.map(\.values) == records.map(\.values))
  }

  @Test func duplicateTrialInATableIsRefusedWithBothLineNumbers() throws {
    let (url, _) = try run()
    let text = try folder.text("run/trials.csv")
    try folder.file("run/trials.csv", text + text.split(separator: "\n")[1] + "\n")
    let error = #expect(throws: BenchError.self) { try SavedRun.read(url) }
    let said = error?.description ?? ""
    #expect(said.contains("trials.csv, line 4: ") && said.contains("line 2"), "\(said)")
  }
}
