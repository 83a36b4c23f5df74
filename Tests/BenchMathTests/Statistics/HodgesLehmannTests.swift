import Foundation
import Testing

@testable import BenchMath

/// The ranks of the interval are the two-sided 5 % critical values of the signed-rank sum, plus one (Hollander, Wolfe,
/// Chicken, section 3.3 and table A.4).
struct HodgesLehmannTests {
  /// Differences of table 3.1 there: after treatment − before.
  static let depressionScale: [Double] = zip(
    [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29],
    [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
  ).map { $0 - $1 }

  /// Examples 3.3 and 3.4 there: −0.46, with a 96.1 % interval from −0.786 to −0.010.
  @Test func publishedExampleIsReproduced() throws {
    let found = try #require(HodgesLehmann(Self.depressionScale, confidence: 0.96))
    #expect(abs(found.estimate + 0.46) < 5e-4)
    #expect(abs(try #require(found.low) + 0.786) < 5e-4)
    #expect(abs(try #require(found.high) + 0.010) < 5e-4)
  }

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
