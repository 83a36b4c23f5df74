import Testing

@testable import BenchHarness

/// Several recordings in one file, told apart by a column.
@Suite struct SessionColumnTests {
  private let options = TraceOptions.with { $0.sessionColumn = "id" }

  private func recording(_ text: String, _ options: TraceOptions? = nil) throws -> Recording {
    try Recording(bytes: Array(text.utf8), name: "my.csv", options: options ?? self.options)
  }

  @Test(arguments: [
    "id,time_ms\na,5\nb,100\na,7\nb,103\nb,104\n",
    "{\"id\":\"a\",\"time_ms\":5}\n{\"id\":\"a\",\"time_ms\":7}\n{\"id\":\"b\",\"time_ms\":100}\n"
      + "{\"id\":\"b\",\"time_ms\":103}\n{\"time_ms\":104,\"id\":\"b\"}\n",
  ])
  func eachSessionIsARecording(text: String) throws {
    let sessions = try recording(text).sessions
    #expect(sessions.map(\.name) == ["a", "b"])
    #expect(sessions.map { $0.trace.times.map { $0 / 1_000_000 } } == [[0, 2], [0, 3, 4]])
    #expect(sessions.allSatisfy { !$0.trace.namesRows })
  }

  @Test func fileIsOneRecordingByDefault() throws {
    let read = try recording("id,time_ms\na,5\nb,100\n", TraceOptions())
    #expect(read.sessions.map(\.name) == [""] && read.trace.count == 2)
    #expect(!read.understood.contains("session"))
  }

  /// The next session may begin before the last one ended.
  @Test func timesAscendWithinASession() throws {
    let rows = ["a", "b"].flatMap { id in
      (0..<100).map { "\(id),\(id == "b" && $0 == 3 ? 1 : $0)\n" }
    }
    let read = try recording("id,time_ms\n" + rows.joined())
    #expect(
      read.understood
        == "my.csv: 200 updates, 2 sessions by `id`, 0.198 s in all, 0 s to 0.099 s, 1 view, times from `time_ms` "
        + "(as stated), milliseconds; 1 out of order by up to 1 ms, sorted.")
    #expect(read.sessions[1].trace.times.prefix(4) == [0, 1_000_000, 1_000_000, 2_000_000])
  }

  @Test func viewsAndRowsAreNumberedInEachSession() throws {
    let text = "id,time_ms,view,row\na,1,x,p\na,2,y,q\nb,1,y,q\n"
    let sessions = try recording(text).sessions.map(\.trace)
    #expect(sessions.map(\.viewCount) == [2, 1])
    #expect(sessions.map(\.updates.view) == [[0, 1], [0]])
    #expect(sessions.map(\.updates.row) == [[0, 1], [0]])
    #expect(
      try recording(text).understood.contains(
        "2 sessions by `id`, 0.001 s in all, 0.001 s to 0.002 s, 2 views"))
  }

  @Test(
    arguments: [
      ("user,time_ms\na,1\n", 1, "there is no column 'id'. Choose from: 'user', 'time_ms'."),
      ("id,time_ms\na,1\n,2\n", 3, "it is empty."),
      ("time_ms,id\n1,a\n2\n", 3, "the row lacks it."),
      ("{\"t\":1,\"time_ms\":1}\n", 1, "there is no column 'id'. Choose from: 't', 'time_ms'."),
    ])
  func rowWithoutASessionIsRefused(text: String, line: Int, cause: String) {
    let refusal = TraceText.refusal { try recording(text).trace }
    #expect(refusal.line == line && refusal.cause == cause, "\(refusal)")
  }

  /// A footer is not a session.
  @Test func rowWithoutATimeIsSkipped() throws {
    let text = "id,time_ms\n" + (0..<20).map { "a,\($0)\n" }.joined() + "end,\n"
    let read = try recording(text)
    #expect(read.sessions.count == 1)
    #expect(read.understood.contains("1 of 21 rows have no time"))
  }

  @Test func recordingsAreSummarized() throws {
    let plain = try recording("time_ms\n1\n2\n", TraceOptions()).understanding
    let odd = try recording("t;time_s\nx;0,5\ny;1\n", TraceOptions()).understanding
    #expect(
      Understanding.sentence([plain, plain, odd, plain]) == """
        4 recordings with 8 updates; in 3 times from `time_ms` (as stated), milliseconds; in 1 times \
        from `time_s` (as stated), seconds; commas read as decimal points.
        """)
    #expect(
      Understanding.sentence([plain, plain])
        == "2 recordings with 4 updates; times from `time_ms` (as stated), milliseconds.")
  }

  @Test func decimalCommaIsNoted() throws {
    let text = "x;time_s\na;0,5\nb;1\n"
    #expect(try TraceText.understood(text).hasSuffix("seconds; commas read as decimal points."))
    #expect(try !TraceText.understood("x;time_s\na,b;0\nb;1\n").contains("commas"))
  }
}
