import BenchHarness
import Foundation
import Testing

@testable import BenchMath

@Suite struct DoubleReadableTests {
  @Test(arguments: [
    (5.92e6, 0.4e6, 6e6), (13.0e6, 0.5e6, 13e6), (137e6, 6e6, 140e6), (0.0613, 0.002, 0.06),
    (12.34, 0.01, 12.34), (1, 0, 1), (7, 0.5, 7), (1_000_000, 1, 1_000_000),
  ])
  func fewestDigitsWithinTheToleranceAreKept(value: Double, tolerance: Double, expected: Double) {
    #expect(value.readable(within: tolerance) == expected)
  }

  @Test func neverFurtherOffThanTheTolerance() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<10_000 {
      let value = pow(10, Double.random(in: -6...15, using: &generator))
      let tolerance = value * Double.random(in: 0...0.2, using: &generator)
      #expect(abs(value.readable(within: tolerance) - value) <= tolerance)
    }
  }
}
