@testable import BenchHarness
import Testing

/// Every way in which times are written, and what is said of it.
struct TraceTimesTests {
  @Test(arguments: [
    ("ts\n1777638600.123456789\n1777638600.123457789\n", UInt64(1_000), "`ts`, seconds since 1970"),
    // Also 17-9-5 00:00:00, as `strptime` has it.
    ("ts\n1795000000.5\n1795000001.25\n", 750_000_000, "`ts`, seconds since 1970"),
    ("time\n1777638600123\n1777638600124\n", 1_000_000, "`time`, milliseconds since 1970"),
    (
      "timestamp\n1777638600123456\n1777638600123457\n", 1_000,
      "`timestamp`, microseconds since 1970"
    ),
    ("TS\n1777638600123456789\n1777638600123456790\n", 1, "`TS`, nanoseconds since 1970"),
    (
      "@timestamp\n2026-05-01T12:30:00Z\n2026-05-01T12:30:00.000000001Z\n", 1,
      "`@timestamp`, ISO 8601"
    ),
    ("time\n23:59:59.500\n0:00:00.25\n", 750_000_000, "`time`, HH:MM:SS"),
    ("Timestamp_MS\n1.5\n3\n", 1_500_000, "`Timestamp_MS`, milliseconds"),
    ("ts_us\n+1\n.2e1\n", 1_000, "`ts_us`, microseconds"),
    ("time_ns\n1e3\n12345e-1\n", 235, "`time_ns`, nanoseconds"),
  ])
  func timesAreFoundAndReadToTheNanosecond(
    text: String, expected: UInt64, understood: String
  ) throws {
    #expect(try TraceText.read(text).updates.intendedNanoseconds == [0, expected])
    let seconds = FigureText.threeDigits(Double(expected) / 1e9)
    #expect(
      try TraceText.understood(text)
        == "my.csv: 2 updates in \(seconds) s, 1 view, times from \(understood).")
  }

  @Test(arguments: [
    ("2026-05-01T12:30:01+00:00", UInt64(1_000_000_000)), ("2026-05-01t12:30:01z", 1_000_000_000),
    ("2026-05-01 12:30:01", 1_000_000_000), ("2026-05-01 12:30:01 +0000", 1_000_000_000),
    ("2026-05-01T14:30:01+02:00", 1_000_000_000), ("2026-05-01T10:00:01-0230", 1_000_000_000),
    ("2026-05-01T14:30:01+02", 1_000_000_000), ("\"2026-05-01T12:30:00,5\"", 500_000_000),
    ("2026-05-01T12:30:00.1234567894", 123_456_789), ("2026-05-02T00:00:00Z", 41_400_000_000_000),
  ])
  func dateIsReadWithAndWithoutAZone(date: String, expected: UInt64) throws {
    let trace = try TraceText.read("time\n2026-05-01T12:30:00Z\n\(date)\n")
    #expect(trace.updates.intendedNanoseconds == [0, expected])
  }

  /// Over the end of February in a leap year, in another, and in a century's.
  @Test(arguments: [
    ("2028-02-28", "2028-03-01", UInt64(2)), ("2027-02-28", "2027-03-01", 1),
    ("2100-02-28", "2100-03-01", 1), ("2000-02-29", "2000-03-01", 1),
    ("2026-12-31", "2027-01-01", 1),
  ])
  func daysAreCountedAsInTheCalendar(first: String, second: String, days: UInt64) throws {
    let trace = try TraceText.read(
      "time\n\(first)T00:00:00Z\n\(second)T00:00:00Z\n", .with { $0.speed = 100 })
    #expect(trace.updates.intendedNanoseconds == [0, days * 864_000_000_000])
  }

  @Test(arguments: [
    "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-05-01T24:00:00Z",
    "2026-05-01T12:60:00Z", "2026-05-01T12:30:00.Z", "2026-05-01T12:30Z", "2026-05-01",
    "1777638600",
    "2026-05-01T12:30:00+2", "2026-05-01T12:30:00Zulu", "9999-05-01T12:30:00Z", "soon",
  ])
  func dateThatIsNoneIsRefused(date: String) {
    let refusal = TraceText.refusal(of: "time\n2026-05-01T12:30:00Z\n\(date)\n")
    #expect(
      refusal
        == TraceRefusal(
          file: "my.csv", line: 3, column: "time",
          cause: "'\(date)' is not a time as the others are: ISO 8601."))
  }

  @Test(arguments: ["24:00:00", "12:60:00", "12:00:61", "12:00", "-1:00:00", "12:00:00.", "noon"])
  func timeOfDayThatIsNoneIsRefused(time: String) {
    let refusal = TraceText.refusal(of: "time\n12:00:00\n\(time)\n")
    #expect(refusal.line == 3)
    #expect(refusal.cause == "'\(time)' is not a time as the others are: HH:MM:SS.")
  }

  @Test func timeOfDayMayPassMidnightButNotStepBack() throws {
    let trace = try TraceText.read(
      "time\n18:00:00\n23:00:00\n01:00:00\n02:00:00\n", .with { $0.speed = 3_600 })
    #expect(
      trace.updates.intendedNanoseconds.map { $0 / 1_000_000_000 } == [0, 5, 7, 8])
    let refusal = TraceText.refusal(of: "time\n12:00:00\n11:59:59\n")
    #expect(refusal.cause.hasPrefix("it is 1 s before the row above."))
  }

  /// Whatever is asked for comes first.
  @Test func unitThatIsGivenHasPrecedenceOverWhatTheNumberLooksLike() throws {
    let trace = try TraceText.read("time\n200000000\n200000001\n", .with { $0.timeUnit = .us })
    #expect(trace.updates.intendedNanoseconds == [0, 1_000])
  }

  @Test func firstTimeThatIsNoneIsToldWithWhatIsKnown() {
    let refusal = TraceText.refusal(of: "time\nsoon\n")
    #expect(refusal.line == 2)
    #expect(
      refusal.cause
        == "'soon' is not a time that is known, as 2026-05-01T12:30:00.5Z. Give --time-pattern, "
        + "as '%d.%m.%Y %H:%M:%S'.")
  }

  @Test func columnsAreToldInTheEcho() throws {
    let text =
      "timestamp,view,row,kind\n2026-05-01T12:30:00Z,a,1,insert\n2026-05-01T12:30:09.5Z,b,1,change\n"
    #expect(
      try TraceText.understood(text)
        == "my.csv: 2 updates in 9.5 s, 2 views, times from `timestamp`, ISO 8601, views from `view`, "
        + "rows from `row`, kinds from `kind`.")
  }
}
