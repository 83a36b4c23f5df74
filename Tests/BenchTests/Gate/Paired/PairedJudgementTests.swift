import Foundation
import Testing

@testable import BenchReport
@testable import BenchHarness

@Suite(.timeLimit(.minutes(15))) struct PairedJudgementTests {
  private func verdicts(_ change: (inout SyntheticPair) -> Void) -> [PairedVerdict] {
    var pair = SyntheticPair()
    change(&pair)
    return pair.verdicts()
  }

  @Test func equalBuildsPass() {
    #expect(verdicts { _ in }.allSatisfy { $0.verdict == .pass })
  }

  @Test func dearerCellRegressedAndTheOthersPass() throws {
    let verdicts = verdicts { $0.changes = [2: 0.2] }
    #expect(verdicts.map(\.verdict) == [.pass, .pass, .regressed, .pass])
    let found = verdicts[2]
    #expect(abs(try #require(found.estimate) - 0.2) < 0.03)
    #expect(try #require(found.low) < 0.2 && #require(found.high) > 0.15)
    #expect(try #require(found.adjustedP) < 0.01)
    #expect(found.blocks == 20)
    #expect(found.tolerance == 0.05)
  }

  @Test func cheaperCellImprovedAndIsNeverRed() {
    let verdicts = verdicts { $0.changes = [1: -0.2] }
    #expect(verdicts.map(\.verdict) == [.pass, .improved, .pass, .pass])
    #expect(Verdict.together(verdicts.map(\.verdict)).exitCode == 0)
  }

  @Test func moreIsWorseOnlyWhereTheRegistrySaysSo() {
    let verdicts = verdicts {
      $0.suite.metrics = [PairedMetric(name: "heartbeat_share")]
      $0.changes = [0: 0.2, 1: -0.2]
    }
    #expect(verdicts.map(\.verdict) == [.improved, .regressed, .pass, .pass])
  }

  @Test func changeWithinTheTolerancePasses() throws {
    let found = verdicts {
      $0.changes = [0: 0.045]
      $0.noise = 0.05
    }[0]
    #expect(found.verdict == .pass)
    #expect(try #require(found.adjustedP) < 0.01, "It was confirmed, and it is small.")
  }

  /// However sure it is that there is one; or all cells would want to be measured again.
  @Test func changeThatIsSurelySmallTakesNoPlaceFromOthers() {
    let verdicts = verdicts {
      $0.changes = [0: 0.02, 1: 0.02, 2: 0.02, 3: 0.02]
      $0.noise = 0.005
    }
    #expect(verdicts.allSatisfy { $0.verdict == .pass && $0.blocks == 8 && $0.adjustedP == nil })
  }

  /// Base differs from itself by as much, to either side: what was confirmed may be that.
  @Test func confirmedChangeWithinTheNoiseIsInconclusive() {
    var pair = SyntheticPair()
    pair.changes = [0: 0.1]
    pair.noise = 0.01
    var evidence = pair.evidence()
    for index in evidence.trials.indices {
      let trial = evidence.trials[index]
      guard trial.phase.isNull, trial.side == .candidate, trial.cell == pair.suite.cells[0] else {
        continue
      }
      let factor = trial.block.isMultiple(of: 2) ? 2.0 : 0.5
      evidence.trials[index].values = trial.values.mapValues { $0 * factor }
    }
    evidence.settings.suite.metrics[0].noisyTolerance = 0.05
    let found = PairedJudgement(evidence).verdictsOfCells()[0]
    #expect(found.verdict == .inconclusive)
    #expect(found.reason == "confirmed, and within the noise of base against itself")
  }

  @Test func changeInOneCellIsNoneInAllTogether() throws {
    var pair = SyntheticPair()
    pair.changes = [0: 0.5]
    let all = try #require(PairedJudgement(pair.evidence()).verdicts().last)
    #expect(all.cell == PairedJudgement.allCells && all.verdict == .pass)
    #expect(all.blocks == 32 && abs(all.tolerance - 0.02) < 1e-9)
  }

  @Test func strategyThatDeliversDifferentlyIsNotLookedAtTogetherWithTheRest() throws {
    var pair = SyntheticPair()
    pair.changes = [0: 0.5, 1: 0.5, 2: 0.5]
    pair.deliversDifferently = ["strategy-0", "strategy-1", "strategy-2"]
    let all = PairedJudgement(pair.evidence()).verdicts().filter {
      $0.cell == PairedJudgement.allCells
    }
    #expect(all.isEmpty, "One cell is left.")
  }

  @Test func baseThatDiffersFromItselfInAllCellsMakesAllInconclusive() {
    var pair = SyntheticPair()
    pair.nullChanges = [0: 0.04, 1: 0.04, 2: 0.04, 3: 0.04]
    pair.noise = 0.01
    #expect(PairedJudgement(pair.evidence()).verdicts().allSatisfy { $0.verdict == .inconclusive })
  }

  /// Twenty blocks of which those of ranks 4, 19 and 20 came out lower: 43, the critical value of the
  /// signed-rank sum at 1 % (Hollander, Wolfe, Chicken, table A.4), which 10 084 of 2^20 signs reach. One
  /// such cell is confirmed; of two, neither is.
  @Test(arguments: [1, 2])
  func confirmationIsCorrectedForAllThatIsConfirmed(_ cells: Int) throws {
    var pair = SyntheticPair()
    pair.noise = 0
    for cell in 0..<cells { pair.changes[cell] = 0.3 }
    var evidence = pair.evidence()
    for index in evidence.trials.indices {
      let trial = evidence.trials[index]
      guard trial.phase == .confirm, trial.side == .candidate else { continue }
      let step = 0.02 * Double(trial.block) * ([4, 19, 20].contains(trial.block) ? -1 : 1)
      evidence.trials[index].values = trial.values.mapValues { _ in 1_000 * exp(step) }
    }
    let blocks = PairedBlocks(evidence)
    let confirmed = PairedScreen(blocks, .screen).confirmation(blocks, .confirm)
    #expect(confirmed.count == cells)
    for hypothesis in confirmed {
      #expect(abs(hypothesis.pValue - Double(cells) * 10_084 / 1_048_576) < 1e-12)
    }
    let verdicts = PairedJudgement(evidence).verdicts().prefix(cells)
    #expect(verdicts.allSatisfy { $0.verdict == (cells == 1 ? .regressed : .pass) })
  }

  /// Two trials of 1000 and 1100 in each block: the logarithms lie ln(1.1) ÷ 2 from their mean, which
  /// hides a half of the variance of two values and a quarter of that of four.
  @Test(arguments: [(false, 2.0), (true, 4.0 / 3)])
  func variationIsThatOfOneTrialAndNotOfItsBlocksMean(_ isNull: Bool, _ factor: Double) throws {
    var pair = SyntheticPair()
    pair.noise = 0
    var evidence = pair.evidence()
    evidence.trials.removeAll { $0.phase.isNull != isNull }
    for index in evidence.trials.indices {
      let value = evidence.trials[index].position <= 2 ? 1_000.0 : 1_100
      evidence.trials[index].values = evidence.trials[index].values.mapValues { _ in value }
    }
    let variation = PairedBlocks(evidence).variation(
      pair.suite.cells[0], pair.suite.metrics[0].name)
    let expected = 1.482_602_218_505_602 * log(1.1) / 2 * factor.squareRoot()
    #expect(abs(try #require(variation) - expected) < 1e-12)
  }

  @Test func noisyCellIsAllowedMore() {
    let found = verdicts {
      $0.changes = [0: 0.15]
      $0.noise = 0.09
    }[0]
    #expect(found.tolerance == 0.20)
    #expect(found.verdict == .pass)
  }

  @Test func dearerDeliveriesOfAStrategyThatDeliversDifferentlyAreATrade() {
    for name in ["strategy-0", "strategy-0:interval=1ms"] {
      let verdicts = verdicts {
        $0.suite.cells[0].strategy = name
        $0.changes = [0: 0.3, 1: 0.3]
        $0.deliversDifferently = ["strategy-0"]
      }
      #expect(verdicts.map(\.verdict) == [.trade, .regressed, .pass, .pass])
    }
  }

  /// Twice what a steady machine shows: base is 30 % off from itself.
  @Test func controlThatFindsADifferenceMakesAllInconclusive() {
    let verdicts = verdicts {
      $0.changes = [0: 0.3]
      $0.nullChanges = [3: 0.3]
    }
    #expect(verdicts.allSatisfy { $0.verdict == .inconclusive })
    #expect(verdicts[0].reason.contains("strategy-3 on steady"))
  }

  @Test func onlyTheWorstCellsAreMeasuredAgain() {
    let verdicts = verdicts { $0.changes = [0: 0.2, 1: 0.3, 2: 0.4, 3: 0.5] }
    #expect(verdicts.map(\.verdict) == [.inconclusive, .regressed, .regressed, .regressed])
  }

  @Test func worstCellsComeFirstWhereNothingIsAllowed() {
    let verdicts = verdicts {
      $0.suite.metrics[0].tolerance = 0
      $0.changes = [0: 0.2, 1: 0.3, 2: 0.4, 3: 0.5]
    }
    #expect(verdicts.map(\.verdict) == [.inconclusive, .regressed, .regressed, .regressed])
  }

  @Test func whatGotBetterTakesNoPlaceFromWhatGotWorse() {
    let verdicts = verdicts { $0.changes = [0: -0.5, 1: 0.3, 2: 0.4, 3: 0.5] }
    #expect(verdicts.map(\.verdict) == [.pass, .regressed, .regressed, .regressed])
  }

  @Test func steadyDriftIsNoRegression() {
    let verdicts = verdicts { $0.drift = 0.03 }
    #expect(verdicts.allSatisfy { $0.verdict == .pass })
  }

  @Test func figuresWithoutNoiseAreComparedExactly() {
    let verdicts = verdicts {
      $0.noise = 0
      $0.changes = [0: 0.1]
    }
    #expect(verdicts.map(\.verdict) == [.regressed, .pass, .pass, .pass])
    #expect(verdicts[0].floor == 0)
    #expect(verdicts[0].variation == 0)
  }

  @Test func withoutBlocksOfBaseAgainstItselfNothingIsKnown() {
    var pair = SyntheticPair()
    pair.changes = [0: 0.5]
    var evidence = pair.evidence()
    evidence.trials.removeAll { $0.phase.isNull }
    let verdicts = PairedJudgement(evidence).verdictsOfCells()
    #expect(verdicts.allSatisfy { $0.verdict == .unknown && $0.floor == nil })
  }

  /// Whatever a trial ended in but well, its figures are no figures of the build.
  @Test(arguments: Outcome.allCases.filter { $0 != .ok })
  func cellWithTooFewCompleteBlocksIsUnknown(_ outcome: Outcome) {
    var pair = SyntheticPair()
    var evidence = pair.evidence()
    for index in evidence.trials.indices where evidence.trials[index].position == 2 {
      let trial = evidence.trials[index]
      if trial.cell == pair.suite.cells[0], trial.block > 5 {
        evidence.trials[index].outcome = outcome
      }
    }
    let verdicts = PairedJudgement(evidence).verdictsOfCells()
    #expect(verdicts.map(\.verdict) == [.unknown, .pass, .pass, .pass])
    #expect(verdicts[0].reason == "only 5 of 8 blocks could be used")
  }

  @Test func cellWhoseTrialsAreTooShortForTheFigureSaysSo() {
    var pair = SyntheticPair()
    var evidence = pair.evidence()
    for index in evidence.trials.indices where evidence.trials[index].cell == pair.suite.cells[0] {
      if evidence.trials[index].block > 5 { evidence.trials[index].values = [:] }
    }
    let verdict = PairedJudgement(evidence).verdictsOfCells()[0]
    #expect(verdict.verdict == .unknown)
    #expect(
      verdict.reason == "only 5 of 8 blocks could be used; "
        + "in 3, a trial ended well without this figure: short ones have no percentiles")
  }

  @Test func missingConfirmationIsNoPass() {
    var pair = SyntheticPair()
    pair.changes = [0: 0.5]
    var evidence = pair.evidence()
    evidence.trials.removeAll { $0.phase == .confirm }
    #expect(PairedJudgement(evidence).verdictsOfCells()[0].verdict == .unknown)
  }

  @Test func cellThatOneSideDoesNotKnowIsNamedAndNotCompared() {
    var pair = SyntheticPair()
    var evidence = pair.evidence()
    let cell = pair.suite.cells[1]
    evidence.settings.missing = [PairedSettings.MissingCell(cell: cell, side: .base)]
    evidence.trials.removeAll { $0.cell == cell }
    let verdicts = PairedJudgement(evidence).verdictsOfCells()
    #expect(verdicts.allSatisfy { $0.verdict == .pass })
    #expect(verdicts[1].reason == "is new: there is nothing to compare it with")
    let report = GateReport([CheckResult(verdicts)], evidence: nil)
    #expect(report.notChecked == ["1 combination that the base lacks"])
    #expect(report.figures == 3)
    evidence.settings.missing[0].side = .candidate
    #expect(PairedJudgement(evidence).verdictsOfCells()[1].verdict == .unknown)
  }

  @Test func verdictDependsOnTheEvidenceAlone() {
    var pair = SyntheticPair()
    pair.changes = [0: 0.06]
    let evidence = pair.evidence()
    #expect(
      PairedJudgement(evidence).verdictsOfCells() == PairedJudgement(evidence).verdictsOfCells())
  }

  @Test func levelThatSoFewBlocksCannotReachIsNoPass() {
    var pair = SyntheticPair()
    pair.changes = [0: 0.2]
    var evidence = pair.evidence()
    evidence.settings.suite.confirmLevel = 1e-9
    let found = PairedJudgement(evidence).verdictsOfCells()[0]
    #expect(found.verdict == .unknown)
    #expect(found.reason == "20 blocks cannot get below p = 1e-09")
  }
}
