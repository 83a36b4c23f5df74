import Testing

@testable import BenchHarness

/// Everything that can be wrong in a trace, and how it is told: file, line and column.
struct BadTraceTests {
  @Test(arguments: [
    "x", "1,5", "inf", "nan", "-inf", "1e999", "0x10", "1 5", "1e", ".", "1_000",
    "9300000000000000", "12:30", "5ms", "2024-01-01T00:00:00Z",
  ])
  func timeThatIsNoTimeIsRefused(time: String) {
    let refusal = TraceText.refusal(of: "row,time_ms\na,1\nb,\"\(time)\"\n")
    let cause = "'\(time)' is not a time as the others are: milliseconds."
    #expect(refusal == TraceRefusal(file: "my.csv", line: 3, column: "time_ms", cause: cause))
  }

  /// A footer, or a row that was torn.
  @Test func timeThatIsNoneIsSkippedAmongTenThatAre() throws {
    let text = "time_ms\n" + (1...10).map { "\($0)\n" }.joined() + "soon\n"
    #expect(try TraceText.read(text).updates.count == 10)
    #expect(
      try TraceText.understood(text)
        == "my.csv: 10 updates in 0.009 s, 1 view, times from `time_ms`, milliseconds; "
        + "1 of 11 rows without a time skipped.")
    #expect(TraceText.refusal(of: text, .with { $0.isStrict = true }).line == 12)
  }

  @Test(arguments: ["time_ms,row\n1,a\n,b\n3,c\n", "row,time_ms\na,1\nb\nc,3\n"])
  func rowsWithoutATimeAreSkippedAndCounted(text: String) throws {
    #expect(try TraceText.read(text).updates.intendedNanoseconds == [0, 2_000_000])
    #expect(try TraceText.understood(text).contains("; 1 of 3 rows without a time skipped"))
    let refusal = TraceText.refusal(of: text, .with { $0.isStrict = true })
    #expect(refusal.line == 3 && refusal.cause == "it has no time.")
  }

  private static let step =
    "it is 1 ms before the row above. Times must ascend in nine of ten rows, with --strict in all: "
    + "sort them, or turn around what has the newest first, as with tac."

  @Test func moreThanATenthOfStepsBackAreRefused() {
    #expect(
      TraceText.refusal(of: "time_ms\n1\n3\n2\n")
        == TraceRefusal(file: "my.csv", line: 4, column: "time_ms", cause: Self.step))
  }

  @Test func fewerStepsBackAreSortedAndTold() throws {
    let text = "time_ms,row\n" + [1, 2, 3, 4, 6, 5, 7, 8, 9, 10].map { "\($0),r\($0)\n" }.joined()
    let trace = try TraceText.read(text)
    #expect(trace.updates.intendedNanoseconds == (0..<10).map { $0 * 1_000_000 })
    #expect(trace.updates.row == [0, 1, 2, 3, 5, 4, 6, 7, 8, 9])
    #expect(try TraceText.understood(text).hasSuffix("; 1 out of order by up to 1 ms, sorted."))
    let refusal = TraceText.refusal(of: text, .with { $0.isStrict = true })
    #expect(refusal.line == 7 && refusal.cause == Self.step)
  }

  @Test func negativeTimesCountFromTheFirst() throws {
    let text = "time_ms\n-2\n-1.5\n3\n"
    #expect(try TraceText.read(text).updates.intendedNanoseconds == [0, 500_000, 5_000_000])
    #expect(try TraceText.understood(text).hasSuffix("; times below 0, counted from the first."))
  }

  @Test func recordingMayLastDaysButNotADecade() throws {
    let trace = try TraceText.read("time_s\n0\n518400\n")
    #expect(trace.updates.intendedNanoseconds == [0, 518_400_000_000_000])
    let text = "time_s\n0\n315360000\n"
    #expect(TraceText.refusal(of: text).cause.contains("over nine years"))
    #expect(try TraceText.read(text, .with { $0.speed = 2 }).updates.count == 2)
  }

  @Test(arguments: [1e308, 1e300])
  func timesBeyondAllMeasureAreRefused(time: Double) {
    #expect(TraceText.refusal(of: "time_s\n0\n\(time)\n").line == 3)
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

  @Test func headerThatIsDataIsTakenForOneUntilItIsTold() throws {
    let text = "34200.25,1\n34200.5,2\n"
    #expect(
      TraceText.refusal(of: text).cause.hasSuffix(
        "'1'. If that is data, not a header, give --no-header and --time-column 1."))
    let options = TraceOptions.with {
      ($0.hasHeader, $0.timeColumn, $0.timeUnit) = (false, "1", .s)
    }
    #expect(try TraceText.read(text, options).updates.intendedNanoseconds == [0, 250_000_000])
    #expect(
      try TraceText.understood(text, options)
        == "my.csv: 2 updates in 0.25 s, 1 view, times from `1`, seconds, no header.")
  }

  @Test func columnWithoutAUnitIsRefused() {
    let refusal = TraceText.refusal(of: "when\n1\n", .with { $0.timeColumn = "when" })
    #expect(refusal.line == 2)
    #expect(refusal.column == "when")
    #expect(refusal.cause == "its unit is not known. Give --time-unit s, ms, us or ns.")
  }
}
