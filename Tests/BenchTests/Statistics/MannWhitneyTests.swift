import Foundation
import Testing

@testable import BenchMath

/// Critical values: Mann, Whitney, 1947, and Milton, "An extended table of critical values for the
/// Mann–Whitney statistic", 1964, as most textbooks print them; the rest against SciPy.
struct MannWhitneyTests {
  /// Two samples without ties of which the second is larger in `pairs` pairs.
  private func samples(_ m: Int, _ n: Int, pairs: Int) -> ([Double], [Double]) {
    let second = (0..<n).map { place -> Double in
      // Above so many of the first.
      let above = min(m, max(0, pairs - m * place))
      return Double(above) + 0.5 + Double(place) / 100
    }
    return ((1...m).map(Double.init), second)
  }

  @Test(arguments: [
    (4, 4, 0), (5, 5, 2), (6, 6, 5), (7, 7, 8), (8, 8, 13), (9, 9, 17), (10, 10, 23), (12, 12, 37),
    (15, 15, 64), (20, 20, 127), (5, 8, 6), (6, 12, 14), (8, 20, 41),
  ])
  func levelOfFivePerCentBeginsAtThePublishedValue(m: Int, n: Int, critical: Int) {
    let (first, second) = samples(m, n, pairs: critical)
    let at = MannWhitney(first, second)
    #expect(at.statistic == Double(critical))
    #expect(2 * at.pLess <= 0.05)
    let (low, high) = samples(m, n, pairs: critical + 1)
    #expect(2 * MannWhitney(low, high).pLess > 0.05)
  }

  @Test(arguments: StatisticsFixtures.scipy.unpaired)
  func agreesWithSciPy(samples: StatisticsFixtures.Unpaired) throws {
    let test = MannWhitney(samples.first, samples.second)
    #expect(test.statistic == samples.statistic)
    #expect(abs(test.pGreater - samples.greater) < 1e-9)
    #expect(abs(test.pLess - samples.less) < 1e-9)
    let distance = try #require(HodgesLehmann(from: samples.first, to: samples.second))
    #expect(abs(distance.estimate - samples.distance) < 1e-12)
    if let low = samples.low, let high = samples.high {
      #expect(abs(try #require(distance.low) - low) < 1e-12)
      #expect(abs(try #require(distance.high) - high) < 1e-12)
    }
  }

  /// Four of each are the fewest that can reach 5 %, and so the fewest with an interval of 95 %.
  @Test func threeOfEachHaveNoInterval() throws {
    let few = try #require(HodgesLehmann(from: [1, 2, 3], to: [11, 12, 13]))
    #expect(few.estimate == 10 && few.low == nil && few.high == nil)
    let enough = try #require(HodgesLehmann(from: [1, 2, 3, 4], to: [11, 12, 13, 14]))
    #expect(enough.low == 7 && enough.high == 13)
    #expect(HodgesLehmann(from: [], to: [1]) == nil && HodgesLehmann(from: [1], to: []) == nil)
  }

  @Test func nothingAndWhatIsAllTheSameDoNotDiffer() {
    for count in [0, 5, 60] {
      let same = Array(repeating: 3.0, count: count)
      let test = MannWhitney(same, same)
      #expect(test.pGreater == 1 && test.pLess == 1)
    }
  }

  /// Figures of the formula, with SciPy's quantiles: ceil((z(1 − level/2) + z(0.8))² / 6 / (Φ(z(0.75) ×
  /// shift ÷ spread) − ½)²).
  @Test(
    arguments: [
      (0.05, 0.05, 21), (0.05, 0.02, 27), (0.1, 0.05, 8), (0.05, 0.0021, 41), (0.001, 0.05, nil),
    ] as [(shift: Double, level: Double, count: Int?)])
  func countIsNoethers(shift: Double, level: Double, count: Int?) {
    #expect(MannWhitney.count(toFind: shift, spreadAs: [[1, 1.05]], level: level) == count)
  }

  @Test func soManyValuesFindTheShiftFourTimesOutOfFive() throws {
    var generator = SeededGenerator(seed: 5)
    func sample(_ count: Int, _ shift: Double) -> [Double] {
      (0..<count).map { _ in NormalDistribution.quantile(generator.nextUnit()) + shift }
    }
    let known = [sample(400, 0)]
    let count = try #require(MannWhitney.count(toFind: 1, spreadAs: known, level: 0.05))
    let found = (0..<400).count { _ in
      MannWhitney(sample(count, 0), sample(count, 1)).pGreater < 0.025
    }
    #expect((290...370).contains(found), "\(found) of 400 with \(count) of each")
  }
}
