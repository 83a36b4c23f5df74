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

  /// What `change` makes of evidence in which nothing varies: the candidate's figure is `factor` times that
  /// of base, in cells `changed`, and `null` times it where base plays both sides.
  private func exact(
    _ factor: Double, null: Double = 1, of changed: [Int] = [0], cells: Int = 4,
    _ change: (inout SyntheticPair) -> Void = { _ in }
  ) -> PairedEvidence {
    var pair = SyntheticPair()
    pair.noise = 0
    pair.suite.cells = SyntheticPair.cells(cells)
    // Powers of two have exact logarithms' differences.
    for cell in changed {
      pair.changes[cell] = factor - 1
      pair.nullChanges[cell] = null - 1
    }
    change(&pair)
    var evidence = pair.evidence()
    for index in evidence.trials.indices {
      let values = evidence.trials[index].values
      evidence.trials[index].values = values.mapValues { ($0 / 1_000 * 8).rounded() / 8 }
    }
    return evidence
  }

  /// As many as an interval takes.
  @Test func sixBlocksAreEnough() {
    let evidence = exact(2) {
      $0.suite.screenBlocks = 6
      $0.suite.confirmBlocks = 8
    }
    let verdicts = PairedJudgement(evidence).verdictsOfCells()
    #expect(verdicts.map(\.verdict) == [.regressed, .pass, .pass, .pass])
    #expect(verdicts.map(\.blocks) == [8, 6, 6, 6])
    var fewer = evidence
    fewer.trials.removeAll { $0.phase == .nullScreen && $0.block == 6 }
    #expect(
      PairedJudgement(fewer).verdictsOfCells()[1].reason
        == "no noise floor is known: too few blocks of base against itself")
  }

  /// A p of 1/256 is that of eight blocks of one sign.
  @Test func screenFlagsBelowItsLevelWhatMayBeMoreThanIsAllowed() {
    func flagged(_ level: Double, tolerance: Double) -> [PairedHypothesis] {
      let evidence = exact(2) {
        $0.suite.screenLevel = level
        $0.suite.metrics[0].tolerance = tolerance
      }
      return PairedScreen(PairedBlocks(evidence), .screen).flagged
    }
    #expect(flagged(1.0 / 256, tolerance: 0.5).isEmpty)
    #expect(flagged(1.0 / 255, tolerance: 0.5).map(\.pValue) == [1.0 / 256])
    #expect(flagged(0.05, tolerance: 1).map(\.effect) == [log(2)])
    #expect(flagged(0.05, tolerance: 1.01).isEmpty)
  }

  @Test(arguments: [
    (1.0, Verdict.pass, "confirmed, and within the tolerance"),
    (0.99, .regressed, "confirmed: p = "),
  ])
  func changeOfTheToleranceItselfIsAllowed(
    tolerance: Double, verdict: Verdict, reason: String
  ) {
    let found = PairedJudgement(exact(2) { $0.suite.metrics[0].tolerance = tolerance })
      .verdictsOfCells()[0]
    #expect(found.verdict == verdict && found.reason.hasPrefix(reason), "\(found)")
  }

  /// Its variation is 0.
  @Test func cellIsSteadyUpToTheVariationThatIsSteady() {
    let found = PairedJudgement(exact(1) { $0.suite.steadyVariation = 0 }).verdictsOfCells()[0]
    #expect(found.variation == 0 && found.tolerance == 0.05)
  }

  /// Eight blocks of one sign have a p of 1/256.
  @Test func levelItselfIsNotConfirmed() {
    func found(_ level: Double, change: Double = 2, null: Double = 1) -> PairedVerdict {
      PairedJudgement(
        exact(change, null: null) {
          $0.suite.confirmBlocks = 8
          $0.suite.confirmLevel = level
        }
      ).verdictsOfCells()[0]
    }
    let never = found(1.0 / 256)
    #expect(never.verdict == .unknown)
    #expect(never.reason == "8 blocks cannot get below p = 0.0039")
    #expect(found(1.0 / 255).verdict == .regressed)
    // Base against itself likewise.
    #expect(found(1.0 / 256, change: 1, null: 4).verdict == .pass)
    #expect(found(1.0 / 255, change: 1, null: 4).verdict == .inconclusive)
  }

  /// To either side: what got better by no more than that is no improvement.
  @Test(arguments: [(2.0, Verdict.inconclusive), (0.5, .pass)])
  func changeOfTheNoiseItselfIsWithinIt(factor: Double, verdict: Verdict) {
    var evidence = exact(factor, null: 2)
    evidence.trials.removeAll { $0.phase == .nullConfirm }
    let found = PairedJudgement(evidence).verdictsOfCells()[0]
    #expect(found.floor == expm1(log(2)) && found.verdict == verdict, "\(found)")
    #expect(found.reason == "confirmed, and within the noise of base against itself")
  }

  @Test func baseThatDiffersFromItselfByWhatIsAllowedIsSteady() {
    func verdicts(_ tolerance: Double) -> [Verdict] {
      PairedJudgement(
        exact(1, null: 2) {
          $0.suite.metrics = [PairedMetric(tolerance: tolerance, noisyTolerance: tolerance)]
        }
      ).verdictsOfCells().map(\.verdict)
    }
    #expect(verdicts(1) == [.pass, .pass, .pass, .pass])
    #expect(verdicts(0.9) == [.inconclusive, .inconclusive, .inconclusive, .inconclusive])
  }

  @Test func unsteadyMachineLeavesUnknownWhatIsUnknown() {
    var evidence = exact(1, null: 2)
    evidence.trials.removeAll { $0.phase == .screen && $0.cell == evidence.settings.cells[2] }
    #expect(
      PairedJudgement(evidence).verdictsOfCells().map(\.verdict)
        == [.inconclusive, .inconclusive, .unknown, .inconclusive])
  }

  /// Two fifths of what each of them may.
  @Test func allCellsTogetherMayChangeByTheirTolerance() throws {
    func all(
      _ tolerance: Double, level: Double = 0.01, metrics: Int = 1
    ) throws -> PairedVerdict {
      let evidence = exact(2, of: [0, 1], cells: 2) {
        $0.suite.metrics[0].tolerance = tolerance
        if metrics == 2 { $0.suite.metrics.append(PairedMetric(name: "latency_p50_ms")) }
        $0.suite.confirmLevel = level
      }
      let verdicts = PairedJudgement(evidence).verdicts()
      return try #require(verdicts.first { $0.cell == PairedJudgement.allCells })
    }
    let within = try all(2.5)
    #expect(within.verdict == .pass && within.tolerance == 1 && within.adjustedP == nil)
    #expect(within.reason == "within the tolerance in all combinations together")
    let beyond = try all(2)
    // Sixteen blocks of one sign.
    #expect(beyond.verdict == .regressed && beyond.adjustedP == pow(0.5, 16))
    #expect(beyond.blocks == 16)
    #expect(try all(2, level: pow(0.5, 16)).verdict == .pass)
    #expect(try all(2, metrics: 2).adjustedP == pow(0.5, 15))
    #expect(try all(2, level: pow(0.5, 15), metrics: 2).verdict == .pass)
  }

  @Test func withoutBlocksNothingIsSaidOfAllCellsTogether() {
    for isNull in [true, false] {
      var evidence = exact(1)
      evidence.trials.removeAll { $0.phase.isNull == isNull }
      #expect(
        !PairedJudgement(evidence).verdicts().contains { $0.cell == PairedJudgement.allCells })
    }
  }

  @Test func cellsOfOneChangeAreMeasuredAgainInTheirOrder() {
    let evidence = exact(2, of: [0, 1, 2, 3])
    #expect(
      PairedScreen(PairedBlocks(evidence), .screen).cells
        == Array(evidence.settings.cells.prefix(3)))
  }

  /// Twice is more beyond 5 % than four times is beyond 50 %.
  @Test func worstIsWhatExceedsMostWhatIsAllowed() {
    var evidence = exact(2)
    evidence.settings.suite.metrics.append(
      PairedMetric(name: "latency_p50_ms", tolerance: 0.5, noisyTolerance: 0.5))
    let (first, second) = (evidence.settings.cells[0], evidence.settings.cells[1])
    for index in evidence.trials.indices where evidence.trials[index].cell == second {
      let isMore = evidence.trials[index].side == .candidate && !evidence.trials[index].phase.isNull
      evidence.trials[index].values["latency_p50_ms"] = isMore ? 4 : 1
    }
    let screen = PairedScreen(PairedBlocks(evidence), .screen)
    #expect(screen.cells == [first, second])
    #expect(screen.flagged.map(\.metric.name) == [metric, "latency_p50_ms"])
  }

  @Test func whatIsNotMeasuredAgainSaysWhy() {
    func reasons(_ factors: [Double]) -> [String] {
      let evidence = exact(1) {
        for (cell, factor) in factors.enumerated() { $0.changes[cell] = factor - 1 }
        $0.suite.confirmedCells = 1
      }
      return PairedJudgement(evidence).verdictsOfCells().map(\.reason)
    }
    let found = reasons([2, 4, 0.5, 1])
    #expect(found[0] == "looks worse, but others looked worse still: 1")
    #expect(found[1].hasPrefix("confirmed: p = "))
    #expect(found[2] == "looks better, and was not measured again")
    #expect(found[3] == "nothing beyond the tolerance in the screen")
  }

  @Test(arguments: [
    ("cpu_main_per_delivery_us", "strategy-0", "strategy-0", Verdict.trade),
    ("cpu_main_per_delivery_us", "strategy-0:a=1", "strategy-0:a=1", .trade),
    ("cpu_main_per_delivery_us", "strategy-0:a=1", "strategy-0:a=2", .regressed),
    ("cpu_main_per_delivery_us", "strategy-0", "strategy-1", .regressed),
    ("latency_p50_ms", "strategy-0", "strategy-0", .regressed),
  ])
  func onlyDearerDeliveriesOfWhatDeliversDifferentlyAreATrade(
    metric: String, strategy: String, changed: String, verdict: Verdict
  ) {
    let evidence = exact(2) {
      $0.suite.metrics[0].name = metric
      $0.suite.cells[0].strategy = strategy
      $0.deliversDifferently = [changed]
    }
    let found = PairedJudgement(evidence).verdictsOfCells()[0]
    #expect(found.verdict == verdict)
    if verdict == .trade {
      #expect(
        found.reason == "deliveries cost more, but the strategy now delivers differently")
    }
  }

  @Test func whatImprovedWasConfirmed() {
    let found = PairedJudgement(exact(0.5)).verdictsOfCells()[0]
    #expect(found.verdict == .improved && found.reason == "confirmed")
  }

  /// Where one of several metrics lacks its fresh blocks.
  @Test func confirmationThatLacksBlocksIsUnknown() {
    var evidence = exact(2)
    evidence.trials.removeAll { $0.phase == .confirm && $0.block > 5 }
    let found = PairedJudgement(evidence).verdictsOfCells()[0]
    #expect(found.verdict == .unknown && found.reason == "only 5 of 20 blocks could be used")
    #expect(found.blocks == 8, "Those of the screen.")
  }

  private func verdict(
    _ verdict: Verdict, _ cell: Int = 0, estimate: Double? = 0.1234, low: Double? = 0.1,
    high: Double? = 0.15, floor: Double? = 0.03, adjustedP: Double? = 0.001, blocks: Int = 20,
    reason: String = "why"
  ) -> PairedVerdict {
    PairedVerdict(
      strategy: "strategy-\(cell)", workload: "steady", metric: "latency_p50_ms", verdict: verdict,
      estimate: estimate, low: low, high: high, floor: floor, tolerance: 0.05,
      adjustedP: adjustedP, blocks: blocks, variation: nil, reason: reason)
  }

  @Test func findingSaysTheChangeAndWhatItIsHeldAgainst() {
    func text(_ verdicts: PairedVerdict...) -> [String] {
      CheckResult(verdicts).cells.flatMap(\.findings).map(\.text)
    }
    #expect(
      text(verdict(.regressed))
        == ["latency_p50_ms: +12.3 % [10 % to 15 %], allowed 5 %, noise 3 %; why"])
    #expect(
      text(verdict(.improved, estimate: -0.1, low: -0.2, high: -0.05, floor: nil))
        == ["latency_p50_ms: -10 % [-20 % to -5 %], allowed 5 %; why"])
    #expect(
      text(verdict(.unknown, estimate: 0, low: nil, high: nil))
        == ["latency_p50_ms: 0 %, allowed 5 %, noise 3 %; why"])
    #expect(text(verdict(.unknown, estimate: nil)) == ["latency_p50_ms: no estimate; why"])
    // What the screen did not flag says nothing.
    #expect(text(verdict(.pass, adjustedP: nil)).isEmpty)
    #expect(text(verdict(.pass)).count == 1)
    #expect(text(verdict(.inconclusive, adjustedP: nil)).count == 1)
    let gone = CheckResult([verdict(.unknown, estimate: nil, adjustedP: nil, blocks: 0)])
    #expect(gone.cells.flatMap(\.findings) == [.ofCell(.unknown, "why")])
    #expect(CheckResult([verdict(.regressed)]).cells[0].findings[0].factor == 1.1234)
  }

  @Test func combinationsThatTheBaseLacksAreCounted() {
    func result(_ verdicts: PairedVerdict...) -> CheckResult { CheckResult(verdicts) }
    let new = (0..<3).map { verdict(.pass, $0, blocks: 0) }
    #expect(result(new[0]).notChecked == ["1 combination that the base lacks"])
    #expect(
      result(new[0], new[1], new[2]).notChecked == ["3 combinations that the base lacks"])
    #expect(result(verdict(.unknown, blocks: 0), verdict(.pass, 1)).notChecked.isEmpty)
    let both = result(verdict(.pass), verdict(.pass, blocks: 0), verdict(.regressed, 1))
    #expect(both.cells.map(\.figures) == [1, 1])
    #expect(both.cells.map(\.verdict) == [.pass, .regressed])
    #expect(both.paired.count == 3)
  }

  private let metric = SyntheticPair().suite.metrics[0].name

  /// A figure of 0 has no logarithm; its block counts as one that a trial spoilt.
  @Test func figureOf0SpoilsItsBlock() {
    var evidence = exact(2)
    let cell = evidence.settings.cells[0]
    for index in evidence.trials.indices where evidence.trials[index].cell == cell {
      switch (evidence.trials[index].phase, evidence.trials[index].block) {
      case (.screen, 1), (.nullScreen, 2): evidence.trials[index].values[metric] = 0
      case (.screen, 3): evidence.trials[index].values = [:]
      case (.screen, 4): evidence.trials[index].outcome = .void
      default: break
      }
    }
    evidence.trials.removeAll { $0.phase == .screen && $0.block == 5 && $0.position == 1 }
    evidence.trials.removeAll { $0.phase == .screen && $0.block == 6 && $0.position == 2 }
    let blocks = PairedBlocks(evidence)
    #expect(blocks.change(.screen, cell, metric).pairs == 3)
    #expect(blocks.withoutFigure(.screen, cell, metric) == 2)
    #expect(blocks.withoutFigure(.nullScreen, cell, metric) == 1)
    #expect(blocks.withoutFigure(.screen, evidence.settings.cells[1], metric) == 0)
    #expect(blocks.nullRatios(cell, metric).count == 7 + 20)
    #expect(blocks.variation(cell, metric) == 0)
  }

  /// Whichever side has a trial too many, or one too few.
  @Test func blockHasTwoTrialsOfEachSide() {
    for side in [PairedSide.base, .candidate] {
      var evidence = exact(2)
      let cell = evidence.settings.cells[0]
      let own = evidence.trials.filter {
        $0.phase == .screen && $0.cell == cell && $0.side == side
      }
      evidence.trials.append(own[0])
      evidence.trials.removeAll { $0.place == own[2].place }
      #expect(PairedBlocks(evidence).change(.screen, cell, metric).pairs == 6)
    }
  }

  /// A lone trial has no block's mean to vary around.
  @Test func trialThatIsAloneInItsBlockVariesFromNothing() {
    var evidence = exact(1)
    let cell = evidence.settings.cells[0]
    for index in evidence.trials.indices where evidence.trials[index].position == 1 {
      evidence.trials[index].values[metric] = 2
    }
    evidence.trials.removeAll { $0.phase == .screen && $0.block == 1 && $0.position == 1 }
    let alone = PairedBlocks(evidence).variation(cell, metric)
    var without = evidence
    without.trials.removeAll { $0.phase == .screen && $0.block == 1 }
    #expect(alone != nil && alone == PairedBlocks(without).variation(cell, metric))
    evidence.trials.removeAll { $0.phase != .screen || $0.block > 1 }
    #expect(PairedBlocks(evidence).variation(cell, metric) == nil)
  }

  @Test func ratiosOfBaseToItselfComeInTheOrderOfTheirBlocks() {
    var evidence = exact(1)
    let cell = evidence.settings.cells[0]
    for index in evidence.trials.indices where evidence.trials[index].side == .candidate {
      let factor = pow(2, Double(evidence.trials[index].block))
      evidence.trials[index].values = evidence.trials[index].values.mapValues { $0 * factor }
    }
    evidence.trials.reverse()
    let ratios = PairedBlocks(evidence).nullRatios(cell, metric)
    #expect(ratios.map { ($0 / log(2)).rounded() } == (1...8).map(Double.init))
  }
}
