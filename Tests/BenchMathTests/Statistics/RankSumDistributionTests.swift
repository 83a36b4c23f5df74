import Testing

@testable import BenchMath

struct NormalDistributionTests {
  @Test(arguments: StatisticsFixtures.scipy.quantiles)
  func normalQuantileAgreesWithSciPy(pair: [Double]) {
    #expect(abs(NormalDistribution.quantile(pair[0]) - pair[1]) < 1e-9)
    #expect(abs(NormalDistribution.cumulative(pair[1]) - pair[0]) < 1e-12)
  }
}
