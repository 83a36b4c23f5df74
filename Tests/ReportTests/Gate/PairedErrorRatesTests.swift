import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport

/// Error rates of the whole procedure under somewhat more noise than measured: 5 % around the median (4 % where a
/// slowdown is planted), and every fiftieth trial takes half as long again.
struct PairedErrorRatesTests {
  private func pair(seed: UInt64, cells: Int) -> SyntheticPair {
    var pair = SyntheticPair(seed: seed)
    pair.suite.cells = SyntheticPair.cells(cells)
    pair.noise = 0.05
    pair.outliers = 0.02
    return pair
  }

  /// Whether any change beyond the tolerance of 5 % was confirmed. Ignores the noise floor, which only makes such a
  /// verdict rarer.
  private func isConfirmed(_ judgement: PairedJudgement) -> Bool {
    judgement.tested.contains { $0.p < 0.01 && $0.effect > log(1.05) }
  }

  @Test func equalBuildsAreRarelyFlaggedAndNeverConfirmed() {
    var flagged = 0
    var alarms = 0
    for seed in 1...80 as ClosedRange<UInt64> {
      var pair = pair(seed: seed, cells: 10)
      let judgement = PairedJudgement(pair.settings, pair.trials())
      flagged += judgement.flagged.count { $0.isWorse }
      if isConfirmed(judgement) { alarms += 1 }
    }
    #expect(alarms == 0)
    // 10 of the 256 outcomes of eight blocks have p < 0.05.
    #expect((16...50).contains(flagged), "\(flagged) of 800, of which 31 are due")
  }

  @Test func driftCausesNoFalseAlarm() {
    let alarms = (1...50 as ClosedRange<UInt64>).count { seed in
      var pair = pair(seed: seed, cells: 10)
      pair.drift = 0.02
      return isConfirmed(PairedJudgement(pair.settings, pair.trials()))
    }
    #expect(alarms == 0)
  }

  @Test(arguments: [(0.10, 10), (0.20, 12)])
  func slowerCellIsFound(change: Double, atLeast: Int) {
    let found = (1...12 as ClosedRange<UInt64>).count { seed in
      var pair = pair(seed: seed, cells: 2)
      pair.noise = 0.04
      pair.factors = [1: 1 + change]
      return pair.verdicts()[1] == .regressed
    }
    #expect(found >= atLeast, "\(found) of 12")
  }

  /// The verdict on all cells together, with the noise of our machine: 2 % around the median.
  private func pooled(seed: UInt64, change: Double) -> Verdict? {
    var pair = pair(seed: seed, cells: 6)
    (pair.noise, pair.outliers) = (0.02, 0.01)
    pair.factors = Dictionary(uniqueKeysWithValues: (0..<6).map { ($0, 1 + change) })
    return pair.findings().last?.verdict
  }

  /// Each single cell passes, because 3 % is within its tolerance.
  @Test func smallChangeInAllCellsIsFound() {
    let found = (1...20 as ClosedRange<UInt64>).count {
      pooled(seed: $0, change: 0.03) == .regressed
    }
    #expect(found >= 19, "\(found) of 20")
    #expect(pooled(seed: 1, change: -0.03) == .improved)
  }

  @Test func equalBuildsPassThePooledTest() {
    let passed = (1...100 as ClosedRange<UInt64>).count { pooled(seed: $0, change: 0) == .pass }
    #expect(passed == 100)
  }
}
