import Testing

@testable import BenchHarness

struct FigureTextTests {
  /// Three significant digits, but whole numbers below a million in full.
  @Test(arguments: [
    (0.0123, "0.0123"), (1.23, "1.23"), (1.234, "1.23"), (1.236, "1.24"), (123.4, "123"),
    (12345.6, "12300"), (0.5, "0.5"), (99.95, "100"), (9.996, "10"), (-1.236, "-1.24"),
    (0.00012345, "0.000123"), (0, "0"), (1, "1"), (12_345, "12345"), (999_999, "999999"),
    (-4, "-4"), (.nan, ""), (.infinity, ""), (-.infinity, ""),
  ])
  func figureHasAText(value: Double, text: String) {
    #expect(FigureText.threeDigits(value) == text)
  }

  @Test(arguments: [
    1e300, -1e308, 1.2e308, 1e-300, .leastNonzeroMagnitude, 9.3e18, 1e15, 1e-9, 1e-6,
    123_456_789_012_345.6, 1e6, 1_234_567,
  ])
  func everyNumberHasAShortText(value: Double) {
    let text = FigureText.threeDigits(value)
    #expect(
      Double(text).map { abs($0 / value - 1) < 0.006 || ($0 == 0 && abs(value) < 5e-7) } == true)
    #expect(text.count < 20)
    #expect(Double(CSVText.number(value)) != nil)
  }
}
