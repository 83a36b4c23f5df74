import BenchHarness
import Testing

@testable import BenchMath

@Suite(.timeLimit(.minutes(15))) struct DurationTextTests {
  @Test(
    arguments: [
      ("300ms", 300_000_000), ("0.3s", 300_000_000), ("0.3 s", 300_000_000), ("50us", 50_000),
      ("16.7ms", 16_700_000), ("20ns", 20), ("0ms", 0), (" 5ms ", 5_000_000), ("1e3us", 1_000_000),
      ("1.5ns", 2), ("1.4ns", 1), ("+5ms", 5_000_000), ("3600s", 3_600_000_000_000),
    ] as [(String, Int64)])
  func numberAndUnitAreRead(text: String, nanoseconds: Int64) throws {
    #expect(try Duration(parsing: text) == .nanoseconds(nanoseconds))
  }

  @Test(arguments: [
    "", "300", "ms", "-1ms", "1m", "1h", "300MS", "3 00ms", "1,5ms", "infs", "nanms", "1e400s",
    "1e10s", "0x10ms", "1ms2", "½ms", "٣ms", "1µs", "--1ms", "1..5ms", "e ms",
  ])
  func otherTextIsRefused(text: String) {
    #expect(
      throws: BenchError.badValue(
        what: "duration", value: text, expected: "a number and a unit, as in 300ms, 0.3s or 50us")
    ) { try Duration(parsing: text) }
  }

  @Test(
    arguments: [
      (300_000_000, "300ms"), (1_500_000_000, "1500ms"), (2_000_000_000, "2s"), (50_000, "50us"),
      (1_500, "1500ns"), (1, "1ns"), (0, "0ns"), (60_000_000_000, "60s"),
    ] as [(Int64, String)])
  func textIsInTheLargestUnitWithoutAFraction(nanoseconds: Int64, text: String) {
    #expect(Duration.nanoseconds(nanoseconds).text == text)
  }

  @Test(
    arguments: [
      (300_000_000, "300ms"), (1_500_000_000, "1.5s"), (16_666_667, "16.7ms"), (50_000, "50us"),
      (1_500_000, "1.5ms"), (1_234_000, "1.234ms"), (1, "1ns"), (0, "0ns"),
      (86_400_000_000_000, "86400s"), (999_999_999, "1000ms"),
    ] as [(Int64, String)])
  func shortTextHasThreeDigitsUnlessFourAreAll(nanoseconds: Int64, text: String) {
    #expect(Duration.nanoseconds(nanoseconds).short == text)
  }

  @Test(arguments: [
    ("frame:period=16666667ns", "frame:period=16.7ms"), ("12300us", "12.3ms"), ("naive", "naive"),
    ("throttle:interval=300ms:reads=2", "throttle:interval=300ms:reads=2"),
    ("batch:wait=1500us:rest=2500us", "batch:wait=1.5ms:rest=2.5ms"),
    ("log-stream:speed=50", "log-stream:speed=50"), ("ns", "ns"),
    ("frame:period=16666667ns on uart:rate=2500us", "frame:period=16.7ms on uart:rate=2.5ms"),
  ])
  func keyHasItsDurationsAsPeopleWriteThem(key: String, text: String) {
    #expect(key.readableKey == text)
  }

  @Test(arguments: [
    ("throtle", "throttle"), ("naiv", "naive"), ("thorttle", "throttle"), ("frames", "frame"),
    ("x", nil), ("", nil), ("speed", nil), ("something", nil),
  ])
  func slipOfThePenHasANearestName(word: String, name: String?) {
    #expect(word.nearest(of: ["naive", "frame", "throttle", "throttle-next-pass"]) == name)
  }

  @Test func textReadsBackAsTheSameDuration() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let digits = Int.random(in: 0...15, using: &generator)
      let nanoseconds =
        Int64.random(in: 0...9, using: &generator) * power(digits)
        + Int64.random(in: 0...9, using: &generator)
      let duration = Duration.nanoseconds(nanoseconds)
      #expect(try Duration(parsing: duration.text) == duration)
    }
  }

  @Test func millisecondsMayHaveAFraction() {
    #expect(Duration.microseconds(1_500).milliseconds == 1.5)
  }

  private func power(_ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
