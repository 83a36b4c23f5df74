import Testing

@testable import BenchHarness

/// Everything that can be wrong in a trace, and how it is told: file, line and column.
@Suite struct BadTraceTests {
  @Test(arguments: [
    ("x", "'x' is not a number."), ("1,5", "'1,5' is not a number."), ("-1", "'-1' is negative."),
    ("inf", "'inf' is not a number."), ("nan", "'nan' is not a number."),
    ("-inf", "'-inf' is not a number."), ("1e999", "'1e999' is too large for a time."),
    ("0x10", "'0x10' is not a decimal number."), ("1\u{0}5", "it has a NUL character inside."),
    ("1 5", "'1 5' is not a number."), ("1e", "'1e' is not a number."),
    (".", "'.' is not a number."),
    ("1_000", "'1_000' is not a number."),
    ("9300000000000000", "'9300000000000000' is too large for a time."),
    ("12:30", "'12:30' is not a number."), ("5ms", "'5ms' is not a number."), ("", "it is empty."),
    (" ", "it is empty."), ("2024-01-01T00:00:00Z", "'2024-01-01T00:00:00Z' is not a number."),
  ])
  func timeThatIsNoTimeIsRefused(time: String, cause: String) {
    let refusal = TraceText.refusal(of: "row,time_ms\na,1\nb,\"\(time)\"\n")
    #expect(refusal == TraceRefusal(file: "my.csv", line: 3, column: "time_ms", cause: cause))
  }

  @Test func timeBeforeTheOneAboveIsRefused() {
    let refusal = TraceText.refusal(of: "time_ms\n1\n3\n2\n")
    #expect(
      refusal
        == TraceRefusal(
          file: "my.csv", line: 4, column: "time_ms",
          cause: "2 comes after 3; times must ascend."))
  }

  @Test func traceOfOverADayIsRefusedUnlessItIsReplayedFaster() throws {
    let text = "time_s\n0\n86401\n"
    let refusal = TraceText.refusal(of: text)
    #expect(refusal.line == 3)
    #expect(refusal.column == "time_s")
    #expect(refusal.cause.contains("over a day"))
    #expect(try TraceText.read(text, .with { $0.speed = 2 }).updates.count == 2)
  }

  @Test(arguments: [1e308, 1e300])
  func timesBeyondAllMeasureAreRefused(time: Double) {
    #expect(TraceText.refusal(of: "time_s\n0\n\(time)\n").line == 3)
  }

  @Test func shortRowWithoutATimeIsRefused() {
    let refusal = TraceText.refusal(of: "row,time_ms\na,1\nb\nc,3\n")
    #expect(refusal.line == 3)
    #expect(refusal.column == "time_ms")
  }

  @Test(arguments: ["row", "view"])
  func shortRowWithoutAColumnThatWasAskedForIsRefused(column: String) {
    let options = TraceOptions.with {
      if column == "row" { $0.rowColumn = column } else { $0.viewColumn = column }
    }
    let refusal = TraceText.refusal(of: "time_ms,\(column)\n1,a\n2\n3,a\n", options)
    #expect(refusal.line == 3)
    #expect(refusal.column == column)
  }

  @Test func allRowsTooShortAreRefused() {
    let refusal = TraceText.refusal(
      of: "time_ms,row\n1\n2\n", .with { $0.rowColumn = "row" })
    #expect(
      refusal
        == TraceRefusal(
          file: "my.csv", line: 2, column: "row", cause: "the row does not have it."))
  }

  @Test(arguments: ["", "inserted", "3"])
  func kindThatIsNoneIsRefused(kind: String) {
    let refusal = TraceText.refusal(
      of: "time_ms,what\n1,insert\n2,\(kind)\n", .with { $0.kindColumn = "what" })
    #expect(
      refusal
        == TraceRefusal(
          file: "my.csv", line: 3, column: "what",
          cause:
            "'\(kind)' is not a kind. Use insert, change or delete, or leave the column out with "
            + "--kind-column ''."))
  }

  /// `0,5` is a half where decimals have commas; it was read as 0.
  @Test(arguments: [("time_s\n0,5\n", 2, 2, 1), ("time_s;row\n1;a\n2;b;c\n", 3, 3, 2)])
  func rowWithMoreFieldsThanTheHeaderIsRefused(text: String, line: Int, fields: Int, header: Int) {
    let separator = text.contains(";") ? ";" : ","
    let cause =
      "the row has \(fields) fields and the header \(header). Quote a field that holds '\(separator)'."
    #expect(
      TraceText.refusal(of: text)
        == TraceRefusal(file: "my.csv", line: line, column: nil, cause: cause))
  }

  @Test func tooManyViewsAreRefused() {
    let rows = (0...1_000).map { "\($0),v\($0)\n" }.joined()
    let refusal = TraceText.refusal(of: "time_ms,view\n" + rows, .with { $0.viewColumn = "view" })
    #expect(refusal.line == 1_002)
    #expect(refusal.column == "view")
  }

  @Test func columnOfTimesThatIsMissingIsToldWithTheChoices() {
    let refusal = TraceText.refusal(of: "when,row\n1,a\n")
    #expect(refusal.line == 1)
    #expect(refusal.cause.contains("Give --time-column, one of: 'when', 'row'."))
  }

  @Test(arguments: ["time", "view", "row", "kind"])
  func columnThatIsNotThereIsToldWithTheChoices(option: String) {
    let options = TraceOptions.with {
      switch option {
      case "time": $0.timeColumn = "nope"
      case "view": $0.viewColumn = "nope"
      case "row": $0.rowColumn = "nope"
      default: $0.kindColumn = "nope"
      }
    }
    let refusal = TraceText.refusal(of: "time_ms,row\n1,a\n", options)
    #expect(
      refusal
        == TraceRefusal(
          file: "my.csv", line: 1, column: nil,
          cause: "there is no column 'nope'. Choose from: 'time_ms', 'row'."))
  }

  @Test func columnWithoutAUnitIsRefused() {
    let refusal = TraceText.refusal(of: "when\n1\n", .with { $0.timeColumn = "when" })
    #expect(refusal.line == 2)
    #expect(refusal.column == "when")
    #expect(refusal.cause == "its unit is not known. Give --time-unit s, ms, us or ns.")
  }
}
