import Testing

@testable import BenchMath
@testable import BenchReport

struct PercentileTests {
  @Test(arguments: [(0.5, 20), (0.9, 100), (0.99, 1_000), (0.999, 10_000)])
  func percentileNeedsTenValuesBeyondIt(share: Double, needed: Int) {
    let values = Array(1...needed)
    #expect(percentile(share, ofSorted: values) != nil)
    #expect(percentile(share, ofSorted: Array(values.dropLast())) == nil)
  }

  @Test(arguments: [(0.5, 1, 2), (0.9, 9, 10), (0.99, 99, 100)])
  func percentileIsTheNearestRank(share: Double, numerator: Int, denominator: Int) {
    var values = Array(1...999)
    for count in 1_000...1_500 {
      values.append(count)
      let rank = (count * numerator + denominator - 1) / denominator
      #expect(percentile(share, ofSorted: values) == rank)
    }
  }

  @Test func extremePercentilesAreTheMinimumAndTheMaximum() {
    #expect(percentile(0, ofSorted: Array(1...10)) == 1)
    #expect(percentile(1, ofSorted: [3, 5, 9]) == 9)
    #expect(percentile(1, ofSorted: [Int]()) == nil)
  }
}

struct HolmTests {
  /// By the rule of Holm (1979): 4 × 0.005, 3 × 0.01, 2 × 0.03, and never below the previous value.
  @Test func pValuesAreAdjustedByHolmsRule() {
    let adjusted = Holm.adjusted([0.01, 0.04, 0.03, 0.005])
    for (found, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) {
      #expect(abs(found - expected) < 1e-12)
    }
    #expect(Holm.adjusted([0.02]) == [0.02])
    #expect(Holm.adjusted([0.9, 0.6, 0.7]) == [1, 1, 1])
    #expect(Holm.adjusted([]).isEmpty)
  }
}

struct GeneratorTests {
  /// The first outputs of the authors' reference implementation for the seed 1234567.
  @Test func generatorMatchesTheReferenceImplementation() {
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }
}
