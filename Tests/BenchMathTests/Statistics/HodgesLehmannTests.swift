import Foundation
import Testing

@testable import BenchMath

/// The ranks of the interval are the two-sided 5 % critical values of the signed-rank sum, plus one (Hollander, Wolfe,
/// Chicken, section 3.3 and table A.4).
struct HodgesLehmannTests {
  @Test(arguments: StatisticsFixtures.scipy.samples)
  func estimateAgreesWithNumPy(sample: StatisticsFixtures.Sample) throws {
    let found = try #require(HodgesLehmann(sample.values))
    #expect(abs(found.estimate - sample.hodgesLehmann) < 1e-12)
  }

  @Test(arguments: [
    (6, 0), (7, 2), (8, 3), (9, 5), (10, 8), (11, 10), (12, 13), (13, 17), (14, 21), (15, 25),
    (20, 52), (25, 89), (30, 137), (40, 264), (50, 434),
  ])
  func intervalEndsAtThePublishedRanks(count: Int, critical: Int) throws {
    let values = (0..<count).map { pow(1.1, Double($0)) }
    let averages = values.indices.flatMap { first in
      values[first...].map { (values[first] + $0) / 2 }
    }.sorted()
    let found = try #require(HodgesLehmann(values))
    #expect(found.low == averages[critical])
    #expect(found.high == averages[averages.count - 1 - critical])
  }

  /// Above the limit of the exact method, ranks are at most two off, and the interval is never too narrow.
  @Test(arguments: [51, 100, 400])
  func approximateRanksAreAtMostTwoOff(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let values = (0..<count).map { _ in Double.random(in: 0...1, using: &random) }
    let averages = values.indices.flatMap { first in
      values[first...].map { (values[first] + $0) / 2 }
    }.sorted()
    let sums = RankSumDistribution.probabilities(signed: (0..<count).map { 2 * ($0 + 1) })
    var below = 0.0
    let exact = try #require(
      (0..<averages.count).first {
        below += sums[2 * $0]
        return below > 0.025
      })
    let found = try #require(HodgesLehmann(values))
    let low = try #require(averages.firstIndex { $0 == found.low }) + 1
    #expect((exact - 2...exact).contains(low))
    #expect(averages[averages.count - low] == found.high)
  }

  @Test(arguments: 1...5)
  func fewerThanSixValuesHaveNoInterval(count: Int) throws {
    let found = try #require(HodgesLehmann((1...count).map(Double.init)))
    #expect(found.low == nil && found.high == nil)
    #expect(HodgesLehmann([Double]()) == nil)
  }

  @Test(arguments: StatisticsFixtures.scipy.unpaired)
  func distanceAgreesWithNumPy(samples: StatisticsFixtures.Unpaired) throws {
    let found = try #require(HodgesLehmann(samples.first, samples.second))
    #expect(abs(found.estimate - samples.distance) < 1e-12)
  }

  /// Critical values at 5 %: Mann, Whitney, 1947, and Milton, "An extended table of critical values for the Mann–Whitney
  /// statistic", 1964, as most textbooks print them. That of 26 and 26 is approximated; the exact one is 230.
  @Test(arguments: [
    (4, 4, 0), (5, 5, 2), (6, 6, 5), (7, 7, 8), (8, 8, 13), (9, 9, 17), (10, 10, 23), (12, 12, 37),
    (15, 15, 64), (20, 20, 127), (5, 8, 6), (6, 12, 14), (8, 20, 41), (26, 26, 229),
  ])
  func intervalOfADistanceEndsAtThePublishedRanks(m: Int, n: Int, critical: Int) throws {
    let first = (0..<m).map { pow(1.1, Double($0)) }
    let second = (0..<n).map { pow(1.13, Double($0)) }
    let differences = first.flatMap { low in second.map { $0 - low } }.sorted()
    let found = try #require(HodgesLehmann(first, second))
    #expect(found.low == differences[critical])
    #expect(found.high == differences[m * n - 1 - critical])
  }

  @Test func samplesOfThreeHaveNoInterval() throws {
    let few = try #require(HodgesLehmann([1, 2, 3], [11, 12, 13]))
    #expect(few.estimate == 10 && few.low == nil && few.high == nil)
    #expect(HodgesLehmann([], [1]) == nil && HodgesLehmann([1], []) == nil)
  }
}

struct NoiseFloorTests {
  /// Normal log ratios with a deviation of 5 %: the estimate over n blocks deviates by about 1.02 × 5 % ÷ √n, and stays
  /// within 1.96 times that in 95 % of cases.
  @Test(arguments: [8, 20])
  func noiseFloorFollowsTheSpreadOfBlocks(blocks: Int) throws {
    var generator = SeededGenerator(seed: 11)
    let null = (0..<2_000).map { _ in
      0.05 * NormalDistribution.quantile(generator.nextUnit())
    }
    let floor = try #require(NoiseFloor.of(nullBlocks: null, blocks: blocks, seed: 1))
    let expected = 1.02 * 1.96 * 0.05 / Double(blocks).squareRoot()
    #expect(abs(floor - expected) < 0.12 * expected)
    #expect(NoiseFloor.of(nullBlocks: [], blocks: blocks, seed: 1) == nil)
    #expect(NoiseFloor.of(nullBlocks: [0, 0, 0], blocks: blocks, seed: 1) == 0)
  }
}
