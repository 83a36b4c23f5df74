import Testing

@testable import BenchMath

/// Critical values: Wilcoxon, Wilcox, "Some rapid approximate statistical procedures", 1964, as
/// printed in Hollander, Wolfe, Chicken (table A.4) and most textbooks; the rest against SciPy.
struct WilcoxonSignedRankTests {
  /// The test on differences 1 to `count`; those in `positive` are positive, the rest negative.
  private func test(_ count: Int, positive: Set<Int>) -> WilcoxonSignedRank {
    WilcoxonSignedRank((1...count).map { positive.contains($0) ? Double($0) : -Double($0) })
  }

  /// Ranks that add up to `sum`, the largest first.
  private func ranks(summingTo sum: Int, of count: Int) -> Set<Int> {
    var left = sum
    var ranks: Set<Int> = []
    for rank in stride(from: count, to: 0, by: -1) where rank <= left {
      ranks.insert(rank)
      left -= rank
    }
    return ranks
  }

  @Test(arguments: [
    (5, 0, 0.05), (6, 2, 0.05), (7, 3, 0.05), (8, 5, 0.05), (9, 8, 0.05), (10, 10, 0.05),
    (12, 17, 0.05), (15, 30, 0.05), (20, 60, 0.05), (7, 0, 0.01), (8, 1, 0.01), (10, 5, 0.01),
    (12, 9, 0.01), (15, 19, 0.01), (20, 43, 0.01),
  ])
  func pValuesMatchPublishedTables(count: Int, critical: Int, level: Double) {
    let at = test(count, positive: ranks(summingTo: critical, of: count))
    let above = test(count, positive: ranks(summingTo: critical + 1, of: count))
    #expect(at.pLess <= level)
    #expect(above.pLess > level)
  }

  @Test(arguments: StatisticsFixtures.scipy.samples)
  func statisticAndPValuesAgreeWithSciPy(sample: StatisticsFixtures.Sample) throws {
    let expected = try #require(sample.wilcoxon)
    let test = WilcoxonSignedRank(sample.values)
    #expect(abs(test.pGreater - expected.greater) < 1e-9)
    #expect(abs(test.pLess - expected.less) < 1e-9)
  }

  @Test func zeroDifferencesAreIgnored() {
    let without = WilcoxonSignedRank([1, -2, 3, 4, -5])
    let with = WilcoxonSignedRank([1, 0, -2, 3, 0, 0, 4, -5])
    #expect(with.pGreater == without.pGreater && with.pLess == without.pLess)
    let none = WilcoxonSignedRank([0, 0, 0])
    #expect(none.pGreater == 1 && none.pLess == 1)
    #expect(WilcoxonSignedRank([]).pGreater == 1)
  }
}
