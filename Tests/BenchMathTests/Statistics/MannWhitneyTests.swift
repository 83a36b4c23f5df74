import Testing

@testable import BenchMath

/// Critical values: Mann, Whitney, 1947, and Milton, "An extended table of critical values for the
/// Mann–Whitney statistic", 1964, as most textbooks print them; the rest against SciPy.
struct MannWhitneyTests {
  /// Two samples without ties of which the second is larger in `pairs` pairs.
  private func samples(_ m: Int, _ n: Int, pairs: Int) -> ([Double], [Double]) {
    let second = (0..<n).map { place -> Double in
      // The number of first-sample values below this one.
      let above = min(m, max(0, pairs - m * place))
      return Double(above) + 0.5 + Double(place) / 100
    }
    return ((1...m).map(Double.init), second)
  }

  @Test(arguments: [
    (4, 4, 0), (5, 5, 2), (6, 6, 5), (7, 7, 8), (8, 8, 13), (9, 9, 17), (10, 10, 23), (12, 12, 37),
    (15, 15, 64), (20, 20, 127), (5, 8, 6), (6, 12, 14), (8, 20, 41),
  ])
  func fivePercentLevelMatchesPublishedValues(m: Int, n: Int, critical: Int) {
    let (first, second) = samples(m, n, pairs: critical)
    let at = MannWhitney([(first, second)])
    #expect(at.statistic == Double(critical))
    #expect(2 * at.pLess <= 0.05)
    let (low, high) = samples(m, n, pairs: critical + 1)
    #expect(2 * MannWhitney([(low, high)]).pLess > 0.05)
  }

  @Test(arguments: StatisticsFixtures.scipy.unpaired)
  func statisticAndPValuesAgreeWithSciPy(samples: StatisticsFixtures.Unpaired) throws {
    let strata = [(samples.first, samples.second)]
    #expect(MannWhitney(strata).statistic == samples.statistic)
    try check(strata, samples.greater, samples.less, samples.distance)
  }

  /// Also checks, of small samples without ties, for which the test is exact, that the interval ends where it rejects.
  private func check(
    _ strata: [MannWhitney.Stratum], _ greater: Double, _ less: Double, _ distance: Double
  ) throws {
    let test = MannWhitney(strata)
    #expect(abs(test.pGreater - greater) < 1e-9 && abs(test.pLess - less) < 1e-9)
    let values = strata.flatMap { $0 + $1 }
    let found = try #require(HodgesLehmann(strata))
    #expect(abs(found.estimate - distance) < 1e-12)
    guard values.count <= 50, Set(values).count == values.count, let low = found.low else { return }
    let high = try #require(found.high)
    for (place, inward) in [(low, 1e-9), (high, -1e-9)] {
      let p = [inward, -inward].map { step in
        let test = MannWhitney(strata.map { ($0, $1.map { $0 - place - step }) })
        return 2 * min(test.pGreater, test.pLess)
      }
      #expect(p[0] > 0.05 && p[1] <= 0.05)
    }
  }

  /// Two samples of four are the smallest that can reach 5 %, and so the smallest with a 95 % interval.
  @Test func samplesOfThreeHaveNoInterval() throws {
    let few = try #require(HodgesLehmann([([1, 2, 3], [11, 12, 13])]))
    #expect(few.estimate == 10 && few.low == nil && few.high == nil)
    let enough = try #require(HodgesLehmann([([1, 2, 3, 4], [11, 12, 13, 14])]))
    #expect(enough.low == 7 && enough.high == 13)
    #expect(HodgesLehmann([([], [1])]) == nil && HodgesLehmann([([1], [])]) == nil)
  }

  @Test func emptyAndEqualSamplesDoNotDiffer() {
    for count in [0, 5, 60] {
      let same = Array(repeating: 3.0, count: count)
      let test = MannWhitney([(same, same)])
      #expect(test.pGreater == 1 && test.pLess == 1)
    }
  }

  /// Two or three strata of unequal sizes, with and without ties; the fixtures enumerate all permutations.
  @Test(arguments: StatisticsFixtures.scipy.stratified)
  func stratifiedTestAgreesWithAllPermutations(samples: StatisticsFixtures.Stratified) throws {
    let strata = samples.strata.map { ($0[0], $0[1]) }
    try check(strata, samples.greater, samples.less, samples.distance)
  }

  /// Strata in which one or both samples are empty must not affect p or the estimate.
  @Test func incompleteStrataAreIgnored() {
    let (first, second) = ([1.0, 3, 4], [2.0, 5, 6, 7])
    let one = MannWhitney([(first, second)])
    let more = MannWhitney([([], []), (first, second), ([1], []), ([], [1, 2])])
    #expect(more.pGreater == one.pGreater && more.pLess == one.pLess)
    #expect(
      HodgesLehmann([([1], []), (first, second)])?.estimate
        == HodgesLehmann([(first, second)])?.estimate)
  }

  /// Compares the approximation for large strata with the exact distribution just below its limit.
  @Test func approximationAgreesWithTheExactTest() {
    func strata(_ count: Int) -> [MannWhitney.Stratum] {
      (0..<3).map { place in
        let values = (0..<count).map { Double($0 * 7 % count) }
        return (values, values.map { $0 + Double(place) * Double(count) / 20 })
      }
    }
    let (exact, about) = (MannWhitney(strata(25)), MannWhitney(strata(26)))
    #expect((0.01...0.2).contains(exact.pGreater))
    #expect(abs(about.pGreater / exact.pGreater - 1) < 0.1)
  }
}
