import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchMath

/// Coefficient of variation and noise floor.
struct SpreadTests {
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

  @Test(arguments: StatisticsFixtures.scipy.quantiles)
  func normalQuantileAgreesWithSciPy(pair: [Double]) {
    #expect(abs(NormalDistribution.quantile(pair[0]) - pair[1]) < 1e-9)
    #expect(abs(NormalDistribution.cumulative(pair[1]) - pair[0]) < 1e-12)
  }

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
