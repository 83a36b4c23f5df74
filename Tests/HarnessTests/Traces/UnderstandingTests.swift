import Testing

@testable import BenchHarness

/// What is said of a recording.
struct UnderstandingTests {
  private func recording(_ text: String) throws -> Recording {
    try Recording(bytes: Array(text.utf8), name: "my.csv", options: TraceOptions())
  }

  @Test func sortingIsReported() throws {
    let rows = (0..<100).map { "\($0 == 3 ? 1 : $0)\n" }
    let read = try recording("time_ms\n" + rows.joined())
    #expect(
      read.understood
        == "my.csv: 100 updates in 0.099 s, 0 s to 0.099 s, 1 view; times from `time_ms` (detected), "
        + "milliseconds; rows out of order: 1, by up to 1 ms; they were sorted.")
    #expect(read.trace.times.prefix(4) == [0, 1_000_000, 1_000_000, 2_000_000])
  }

  @Test(
    arguments: [
      (
        "user,time_ms\na,1\n", 1,
        "no column, or more than one, is named 'id'. Choose from: 'user', 'time_ms'."
      ),
      ("id,time_ms\na,1\n,2\n", 3, "it is empty."),
      ("time_ms,id\n1,a\n2\n", 3, "it is empty."),
      ("{\"id\":1,\"time_ms\":1}\n{\"time_ms\":2}\n", 2, "it is empty."),
    ])
  func rowWithoutAViewIsRefused(text: String, line: Int, cause: String) {
    let refusal = TraceText.refusal(of: text, .with { $0.viewColumn = "id" })
    #expect(refusal.line == line && refusal.cause == cause, "\(refusal)")
  }

  /// A footer, for example.
  @Test func rowWithoutATimeIsReported() throws {
    let read = try recording("id,time_ms\n" + (0..<20).map { "a,\($0)\n" }.joined() + "end,\n")
    #expect(read.understood.contains("rows without a time: 1 of 21"))
  }

  @Test func recordingsAreSummarized() throws {
    let plain = try recording("time_ms\n1\n2\n")
    let odd = try recording("t;time_s\nx;0,5\ny;1\n")
    #expect(
      Recording.understood([plain, plain, odd, plain]) == """
        4 recordings with 8 updates; times from `time_ms` (detected), milliseconds; times from \
        `time_s` (detected), seconds, commas as decimal points.
        """)
  }
}
