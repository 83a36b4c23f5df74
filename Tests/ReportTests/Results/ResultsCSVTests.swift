@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

struct ResultsCSVTests {
  private let keys = ["schema", "name", "count"]

  @Test(
    arguments: [
      ("name,count\n", 1), ("schema,name,count\n2,a,1\n", 2),
      ("schema,name,count\n1,a,1\n1,b,1,2\n", 3),
      ("schema,name,count\n1,a,x\n", 2), ("schema,name,count\n1,a,inf\n", 2),
      ("schema,name,count\n1,a,1\n1,b,0x10\n", 3), ("schema,name,count\n1,a,+1\n", 2),
      ("schema,name,count\n1,\"a\nb\n\",1\n1,c,x\n", 5),
      ("schema,name,count\r\n1,\"a\r\nb\",1\r\n1,c,1,2\r\n", 4),
      ("schema,name,count\n1,a,1\n\n1,c,x\n", 3),
      ("schema,name,count,count\n", 1),
    ])
  func csvErrorIsReportedWithItsLine(text: String, line: Int) {
    let error = #expect(throws: BenchError.self) {
      try ResultsCSV(text, file: "f", keys: keys).rows.forEach { _ = try $0.number("count") }
    }
    guard case .badResults("f", line, _) = error else {
      Issue.record("not line \(line): \(String(describing: error))")
      return
    }
  }

  @Test func duplicateTrialIsRefusedWithBothLineNumbers() throws {
    let folder = try TemporaryFolder()
    var fixture = SavedRunFixture()
    fixture.add("latency_p50_ms", [1.5, 2])
    let run = try fixture.saved("run", in: folder)
    let file = folder.url.appendingPathComponent("run/trials.csv")
    let text = try String(contentsOf: file, encoding: .utf8)
    let rows = text.split(separator: "\n").map { $0 + "\n" }
    try (text + rows[1]).write(whole: file)
    let error = #expect(throws: BenchError.self) { try SavedRun(run.folder) }
    guard case .badResults(_, 4, let cause) = error else {
      Issue.record("not line 4: \(String(describing: error))")
      return
    }
    #expect(cause.contains("line 2"))
  }

  @Test func emptyFieldIsNilNotZero() throws {
    let table = try ResultsCSV("schema,name,count\n1,\"a, b\",\n", file: "f", keys: keys)
    #expect(try table.rows[0].number("count") == nil)
    #expect(table.rows[0].text("name") == "a, b")
  }

  @Test func runIsReadBackAsItWasWritten() throws {
    let folder = try TemporaryFolder()
    var fixture = SavedRunFixture()
    fixture.add("latency_p50_ms", [1.5, 2.25])
    let run = try fixture.saved("run", in: folder)
    #expect(run.records.map(\.id) == fixture.records.map(\.id))
    #expect(run.records.map(\.values) == fixture.records.map(\.values))
  }
}
