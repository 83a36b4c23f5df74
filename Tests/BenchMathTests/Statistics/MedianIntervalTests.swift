import Testing

@testable import BenchMath

/// Ranks after Conover, "Practical nonparametric statistics", 3rd ed., section 3.2, and the tables
/// of the binomial distribution (n, ½).
struct MedianIntervalTests {
  /// The interval of the numbers 1 to `count`, so that each value is its own rank.
  private func interval(of count: Int) throws -> MedianInterval {
    try #require(MedianInterval((1...count).map(Double.init)))
  }

  @Test(arguments: 1...5)
  func fewerThanSixValuesHaveNoInterval(count: Int) throws {
    let interval = try interval(of: count)
    #expect(interval.count == count)
    #expect(interval.low == nil)
    #expect(interval.high == nil)
  }

  @Test(arguments: [
    (6, 1), (7, 1), (8, 1), (9, 2), (10, 2), (11, 2), (12, 3), (15, 4), (20, 6), (25, 8),
    (30, 10), (40, 14), (50, 18), (100, 40), (1_000, 469),
    // From 1 075 values on, 2^−n is too small for a Double.
    (1_060, 498), (1_100, 518), (2_000, 956),
  ])
  func intervalLiesBetweenThePublishedRanks(count: Int, rank: Int) throws {
    let interval = try interval(of: count)
    #expect(interval.low == Double(rank))
    #expect(interval.high == Double(count + 1 - rank))
  }

  @Test func medianIsTheMiddleOrTheMeanOfTheMiddleTwo() throws {
    #expect(MedianInterval([]) == nil)
    #expect(MedianInterval([4])?.median == 4)
    #expect(MedianInterval([4, 8])?.median == 6)
    #expect(MedianInterval([1.5e308, 1.7e308])?.median == 1.6e308)
    #expect(MedianInterval([1, 100, 3])?.median == 3)
  }

  @Test func meanOfRatiosIsGeometric() {
    #expect(geometricMean([1, 16]).map { abs($0 - 4) < 1e-12 } == true)
    #expect(geometricMean([]) == nil && geometricMean([2, 0]) == nil)
  }
}

struct PercentileTests {
  @Test(arguments: [(0.5, 1, 2), (0.9, 9, 10), (0.99, 99, 100)])
  func percentileIsTheNearestRank(share: Double, numerator: Int, denominator: Int) {
    var values = Array(1...999)
    for count in 1_000...1_500 {
      values.append(count)
      let rank = (count * numerator + denominator - 1) / denominator
      #expect(percentile(share, ofSorted: values) == rank)
    }
  }
}

struct RobustVariationTests {
  @Test(arguments: 0..<3)
  func variationAgreesWithSciPy(number: Int) throws {
    let fixture = StatisticsFixtures.scipy.variations[number]
    let found = try #require(RobustVariation.coefficient(fixture.values))
    #expect(abs(found - fixture.coefficient) < 1e-12)
  }

  @Test func variationAroundZeroIsNil() {
    #expect(RobustVariation.coefficient([]) == nil)
    #expect(RobustVariation.coefficient([-1, 0, 1]) == nil)
    #expect(RobustVariation.coefficient([5]) == 0)
  }
}
