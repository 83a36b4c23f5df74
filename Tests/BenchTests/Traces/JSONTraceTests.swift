import Testing

@testable import BenchHarness

/// Recordings in JSON: objects, and Chrome traces.
struct JSONTraceTests {
  @Test(arguments: [
    "{\"ts\":1777638600.5,\"row\":7}\n{\"row\":8,\"ts\":1777638600.500000001}\n",
    "{\"ts\":\"1777638600.5\",\"row\":\"7\"}{\"row\":\"8\",\"ts\":1777638600.500000001}",
    "[{\"ts\":1777638600.5,\"row\":7},\n{\"ts\":1777638600.500000001,\"row\":8}]\n",
    "\u{FEFF} {\n  \"ts\" : 1777638600.5 ,\n  \"row\" : 7\n}\n\n{\"ts\":1777638600.500000001,\"row\":8}",
    "{\"a\":{\"ts\":\"x}\"},\"ts\":1777638600.5,\"row\":7}\n{\"ts\":1777638600.500000001,\"row\":8,\"b\":[[]]}",
  ])
  func objectsAreReadOneALineOrInAnArray(text: String) throws {
    let trace = try TraceText.read(text)
    #expect(trace.updates.intendedNanoseconds == [0, 1])
    #expect(trace.updates.row == [0, 1])
    #expect(
      try TraceText.understood(text)
        == "my.csv: 2 updates in 0 s, 1 view, times from `ts`, seconds since 1970, rows from `row`, JSON."
    )
  }

  @Test func escapedTextIsReadAsItIsMeant() throws {
    let trace = try TraceText.read(
      #"{"time_ms":1,"row":"a\"\u0062"}{"time_ms":2,"row":"a\"b"}{"time_ms":3,"row":"ab"}"#)
    #expect(trace.updates.row == [0, 0, 1])
  }

  @Test(
    arguments: [
      (
        "{\"time_ms\":1}\n{\"time_ms\":0x2}", 2, "time_ms",
        "'0x2' is not a time as the others are: milliseconds."
      ),
      (
        "{\"time_ms\":1}\n{\"time_ms\":true}", 2, "time_ms",
        "'true' is not a time as the others are: milliseconds."
      ),
      (
        "{\"time_ms\":1,\"x\":{\n", 1, nil,
        "it is not valid JSON: what is opened here is never closed."
      ),
      (
        "{\"time_ms\":", 1, nil, "it is not valid JSON: a value is expected, but the text ends."
      ),
      (
        "[{\"time_ms\":1},\n{\"time_ms\":2", 2, nil,
        "it is not valid JSON: '}' is expected, but the text ends."
      ),
      ("[{\"time_ms\":1},\n{\"time_ms", 2, nil, "it is not valid JSON: a quote is never closed."),
      (
        "[{\"time_ms\":1},\n{\"time_ms\" 2}]", 2, nil, "it is not valid JSON: ':' is expected here."
      ),
      ("{\"a\":1}", 1, nil, "there is no column of times. Give --time-column, one of: 'a'."),
      ("[]", 1, nil, "an object in braces is expected here."),
    ] as [(String, Int, String?, String)])
  func brokenJSONIsRefusedWithItsLine(text: String, line: Int, column: String?, cause: String) {
    #expect(
      TraceText.refusal(of: text)
        == TraceRefusal(file: "my.csv", line: line, column: column, cause: cause))
  }

  /// What a program says of itself between its objects, and an object that is cut off.
  @Test(arguments: [
    "plain", "{\"tim\":1}", "{\"time_ms\":null}", "{\"time_ms\":[2]}", "{\"time_ms\":",
    "{\"time_ms",
    "{\"time_ms\" 2}", "[1]",
  ])
  func lineThatIsNoObjectWithATimeIsSkippedAndCounted(line: String) throws {
    let text = "{\"time_ms\":1}\n\(line)\n{\"time_ms\":3}\n"
    #expect(try TraceText.read(text).updates.intendedNanoseconds == [0, 2_000_000])
    #expect(try TraceText.understood(text).hasSuffix("; 1 of 3 rows without a time skipped."))
  }

  @Test func columnsAreThoseOfAllObjectsAndOfNestedOnes() throws {
    let text = "{\"a\":1}\n{\"in\":{\"ms\":5},\"view\":\"x\"}\n{\"in\":{\"ms\":6},\"view\":\"y\"}\n"
    #expect(TraceText.refusal(of: text).cause.hasSuffix("one of: 'a', 'in.ms', 'view'."))
    let trace = try TraceText.read(text, .with { $0.timeColumn = "in.ms" })
    #expect(trace.updates.intendedNanoseconds == [0, 1_000_000])
    #expect(trace.updates.view == [0, 1])
  }

  /// As many brackets as there are bytes are no reason to run out of stack.
  @Test func deepNestingIsRefused() {
    let text = "{\"a\":" + String(repeating: "[", count: 1_000_000)
    #expect(TraceText.refusal(of: text).line == 1)
  }

  private static let events = """
    {"name":"process_name","ph":"M","pid":1,"args":{"name":"app"}},
    {"name":"commit","ph":"X","ts":30.5,"dur":4,"pid":1,"tid":2},
    {"name":"draw","ph":"B","ts":10.25,"pid":1,"tid":1},
    {"name":"draw","ph":"E","ts":12,"pid":1,"tid":1},
    {"name":"commit","ph":"i","ts":20,"pid":1,"tid":1,"s":"t"},
    {"name":"heap","ph":"C","ts":21,"pid":1,"args":{"bytes":5}}
    """

  @Test(arguments: [
    "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n\(events)],\"otherData\":{}}",
    "[\(events)]", "[\(events),", "[\(events)",
  ])
  func chromeTraceGivesItsInstantsAndSlicesInOrder(text: String) throws {
    #expect(try TraceText.read(text).updates.intendedNanoseconds == [0, 9_750, 20_250])
    #expect(
      try TraceText.understood(text)
        == "my.csv: 3 updates in 0.00002 s, 1 view, times from `ts`, microseconds, "
        + "Chrome trace, events of 2 names, see --name.")
    let commits = TraceOptions.with {
      $0.name = "commit"
      $0.viewColumn = "tid"
    }
    let trace = try TraceText.read(text, commits)
    #expect(trace.updates.intendedNanoseconds == [0, 10_500])
    #expect(trace.updates.view == [1, 0])
    #expect(try TraceText.understood(text, commits).hasSuffix("Chrome trace, events 'commit'."))
  }

  @Test func nameThatNoEventHasIsToldWithTheChoices() {
    let refusal = TraceText.refusal(of: "[\(Self.events)]", .with { $0.name = "commits" })
    #expect(refusal.line == nil)
    #expect(
      refusal.cause
        == "it has no instant and no slice 'commits'. Choose from: 'commit', 'draw'.")
  }

  @Test(arguments: ["{\"traceEvents\":[]}", "[{\"ph\":\"M\"}]"])
  func chromeTraceWithoutEventsIsRefused(text: String) {
    #expect(TraceText.refusal(of: text).cause == "it has no instants and no slices.")
  }

  @Test(arguments: ["time_ms\n1\n", "{\"time_ms\":1}"])
  func nameIsForChromeTraces(text: String) {
    #expect(TraceText.refusal(of: text, .with { $0.name = "a" }).cause.contains("--name"))
  }

  @Test func limitTakesTheFirstInTime() throws {
    let trace = try TraceText.read(
      "[\(Self.events)]",
      .with {
        $0.limit = 1
        $0.viewColumn = "name"
      })
    #expect(trace.updates.count == 1)
    #expect(trace.updates.view == [1])
  }
}
