import Testing

@testable import BenchHarness
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
    #expect(error?.description.hasPrefix("f, line \(line): ") == true)
  }

  @Test func emptyFieldIsNilNotZero() throws {
    let table = try ResultsCSV("schema,name,count\n1,\"a, b\",\n", file: "f", keys: keys)
    #expect(try table.rows[0].number("count") == nil)
    #expect(table.rows[0].text("name") == "a, b")
  }
}
