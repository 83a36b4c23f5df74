import Testing

@testable import BenchHarness
@testable import BenchMath

/// Durations and numbers in the form that people write and read.
struct TextTests {
  @Test(
    arguments: [
      ("300ms", 300_000_000), ("0.3s", 300_000_000), ("0.3 s", 300_000_000), ("50us", 50_000),
      ("16.7ms", 16_700_000), ("20ns", 20), ("0ms", 0), (" 5ms ", 5_000_000), ("1e3us", 1_000_000),
      ("1.5ns", 2), ("1.4ns", 1), ("+5ms", 5_000_000), ("3600s", 3_600_000_000_000),
    ] as [(String, Int64)])
  func durationWithAUnitIsRead(text: String, nanoseconds: Int64) throws {
    let duration = Duration.nanoseconds(nanoseconds)
    #expect(try Duration(parsing: text) == duration)
    #expect(try Duration(parsing: duration.text) == duration)
  }

  @Test(arguments: [
    "", "300", "ms", "-1ms", "1m", "1h", "300MS", "3 00ms", "1,5ms", "infs", "nanms", "1e400s",
    "1e10s", "0x10ms", "1ms2", "½ms", "٣ms", "1µs", "--1ms", "1..5ms", "e ms",
  ])
  func badDurationIsRefused(text: String) {
    #expect(throws: BenchError.self) { try Duration(parsing: text) }
  }

  @Test(
    arguments: [
      (300_000_000, "300ms", "300ms"), (1_500_000_000, "1500ms", "1.5s"), (1, "1ns", "1ns"),
      (50_000, "50us", "50us"), (16_666_667, "16666667ns", "16.7ms"), (0, "0ns", "0ns"),
      (60_000_000_000, "60s", "60s"), (1_234_000, "1234us", "1.234ms"),
      (999_999_999, "999999999ns", "1000ms"), (86_400_000_000_000, "86400s", "86400s"),
    ] as [(Int64, String, String)])
  func durationHasAnExactAndAShortText(nanoseconds: Int64, text: String, short: String) {
    #expect(Duration.nanoseconds(nanoseconds).text == text)
    #expect(Duration.nanoseconds(nanoseconds).short == short)
  }

  @Test(arguments: [
    ("frame:period=16666667ns", "frame:period=16.7ms"), ("12300us", "12.3ms"), ("naive", "naive"),
    ("throttle:interval=300ms:reads=2", "throttle:interval=300ms:reads=2"),
    ("log-stream:speed=50", "log-stream:speed=50"), ("ns", "ns"),
    ("frame:period=16666667ns on uart:rate=2500us", "frame:period=16.7ms on uart:rate=2.5ms"),
  ])
  func keyShowsReadableDurations(key: String, text: String) {
    #expect(key.readableKey == text)
  }

  @Test(arguments: [
    (5.92e6, 0.4e6, 6e6), (13.0e6, 0.5e6, 13e6), (137e6, 6e6, 140e6), (0.0613, 0.002, 0.06),
    (12.34, 0.01, 12.34), (1, 0, 1), (7, 0.5, 7), (1_000_000, 1, 1_000_000),
  ])
  func fewestDigitsWithinTheToleranceAreKept(value: Double, tolerance: Double, expected: Double) {
    #expect(value.readable(within: tolerance) == expected)
  }
}
