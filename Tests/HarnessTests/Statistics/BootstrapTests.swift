import Testing

@testable import Harness
@testable import Runs
@testable import Statistics

@Suite struct BootstrapTests {
  private func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// Both draw at random: what is left between them is a few hundredths of the interval.
  @Test(arguments: [0, 1])
  func intervalAgreesWithSciPy(number: Int) throws {
    let fixture = StatisticsFixtures.scipy.bootstraps[number]
    let found = try #require(
      Bootstrap.interval(of: fixture.values, resamples: 20_000, statistic: mean))
    let length = fixture.interval[1] - fixture.interval[0]
    #expect(abs(found.low - fixture.interval[0]) < 0.03 * length)
    #expect(abs(found.high - fixture.interval[1]) < 0.03 * length)
  }

  @Test func equalSeedsGiveEqualIntervals() throws {
    let values = [3, 1, 4, 1, 5, 9, 2, 6.0]
    let first = try #require(Bootstrap.interval(of: values, seed: 7, statistic: mean))
    let second = try #require(Bootstrap.interval(of: values, seed: 7, statistic: mean))
    #expect(first.low == second.low && first.high == second.high)
  }

  @Test func equalValuesHaveAnIntervalWithoutLength() throws {
    let found = try #require(Bootstrap.interval(of: [2, 2, 2], statistic: mean))
    #expect(found.low == 2 && found.high == 2)
  }

  @Test func noValuesHaveNoInterval() {
    #expect(Bootstrap.interval(of: [], statistic: mean)?.low == nil)
  }
}
