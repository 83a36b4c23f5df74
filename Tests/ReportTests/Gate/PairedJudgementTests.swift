import Foundation
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

/// Verdicts of the paired check on four combinations, from their trials.
struct PairedJudgementTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Candidate ÷ base, by combination.
    var factors: [Int: Double] = [:]
    var suite: @Sendable (inout PairedSuite) -> Void = { _ in }
    var differing: Set<String> = []
    /// Combinations with an accepted regression.
    var accepted: Set<Int> = []
    /// Changes a trial.
    var trial: @Sendable (inout Trial) -> Void = { _ in }
    var verdicts: [Verdict] = [.pass, .pass, .pass, .pass]
    /// A part of the text on the first combination.
    var says = ""
  }

  private static let firstRegressed: [Verdict] = [.regressed, .pass, .pass, .pass]
  private static let firstUnknown: [Verdict] = [.unknown, .pass, .pass, .pass]

  /// A level that `count` blocks of one sign reach or just miss.
  private static func level(_ count: Int, isReached: Bool) -> Double {
    pow(0.5, Double(count)) * (isReached ? 1.01 : 1)
  }

  /// Changes the trials of the first combination in the last three of eight blocks.
  private static func late(
    _ change: @escaping @Sendable (inout Trial) -> Void
  ) -> @Sendable (inout Trial) -> Void {
    { if $0.strategy == "strategy-0", $0.number > 5 { change(&$0) } }
  }

  /// Lets the trials of the first combination differ within each side by a factor of 4, which changes no ratio.
  private static func spread(_ trial: inout Trial) {
    guard trial.strategy == "strategy-0", let place = trial.place else { return }
    let factor = (place.position <= 2) == (place.side == .candidate) ? 2 : 0.5
    trial.values = trial.values.mapValues { $0 * factor }
  }

  /// Makes the candidate of the first combination worse in every other block, and better in the rest.
  private static func wavering(by factor: Double) -> @Sendable (inout Trial) -> Void {
    { trial in
      guard trial.strategy == "strategy-0", trial.place?.side == .candidate else { return }
      let isWorse = trial.number % 2 == 0
      trial.values = trial.values.mapValues { isWorse ? $0 * factor : $0 / factor }
    }
  }

  private static let cases = [
    Case(
      testDescription: "twice as much", factors: [0: 2], verdicts: firstRegressed,
      says:
        "cpu_main_per_delivery_us: +100 % [100 % to 100 %], allowed 5 %, noise 0 %; confirmed: p = "
    ),
    Case(
      testDescription: "half as much", factors: [0: 0.5],
      verdicts: [.improved, .pass, .pass, .pass], says: "noise 0 %; confirmed"),
    Case(
      testDescription: "a metric for which higher is better", factors: [0: 2, 1: 0.5],
      suite: { $0.metrics = [PairedSuite.Figure(.heartbeatShare)] },
      verdicts: [.improved, .regressed, .pass, .pass]),
    Case(
      testDescription: "as much as is allowed", factors: [0: 2],
      suite: { $0.metrics[0].tolerance = 1 }, says: "confirmed, but within the tolerance"),
    Case(
      testDescription: "more than is allowed", factors: [0: 2],
      suite: { $0.metrics[0].tolerance = 0.99 }, verdicts: firstRegressed),
    Case(
      testDescription: "a change certainly within the tolerance takes none of 3 places",
      factors: [0: 1.01, 1: 1.01, 2: 1.01, 3: 1.01]),
    Case(
      testDescription: "as much as the noise", factors: [0: 2], trial: spread,
      verdicts: [.inconclusive, .pass, .pass, .pass],
      says: "confirmed, but within the noise of a build against itself"),
    Case(
      testDescription: "better by as much as the noise", factors: [0: 0.5], trial: spread,
      says: "confirmed, but within the noise of a build against itself"),
    Case(
      testDescription: "blocks that disagree by more than is allowed", trial: wavering(by: 1.1),
      verdicts: [.undecided, .pass, .pass, .pass],
      says: "+0 % [-9.09 % to 10 %], allowed 5 %, noise 0 %; may be worse than allowed; "
        + "some 31 blocks would decide it"),
    Case(
      testDescription: "blocks that disagree by less than is allowed", trial: wavering(by: 1.04)),
    Case(
      testDescription: "blocks that disagree, of a metric for which higher is better",
      suite: { $0.metrics = [PairedSuite.Figure(.heartbeatShare)] }, trial: wavering(by: 1.1),
      verdicts: [.undecided, .pass, .pass, .pass]),
    Case(
      testDescription: "more combinations than are measured again",
      factors: [0: 2, 1: 4, 2: 8, 3: 16],
      verdicts: [.inconclusive, .regressed, .regressed, .regressed],
      says: "looks worse, but was not measured again: only the worst 3 were"),
    Case(
      testDescription: "an accepted regression takes none of 3 places",
      factors: [0: 2, 1: 4, 2: 8, 3: 16], accepted: [3],
      verdicts: [.regressed, .regressed, .regressed, .regressed]),
    Case(
      testDescription: "improvements take none of 3 places", factors: [0: 0.1, 1: 2, 2: 4, 3: 8],
      verdicts: [.pass, .regressed, .regressed, .regressed]),
    Case(
      testDescription: "with a tolerance of 0, the worst are measured again",
      factors: [0: 2, 1: 4, 2: 8, 3: 16], suite: { $0.metrics[0].tolerance = 0 },
      verdicts: [.inconclusive, .regressed, .regressed, .regressed]),
    Case(
      testDescription: "six blocks are enough", factors: [0: 2],
      suite: { ($0.screenBlocks, $0.confirmBlocks) = (6, 8) }, verdicts: firstRegressed),
    Case(
      testDescription: "a screen that cannot get below its level", factors: [0: 2],
      suite: { $0.screenLevel = level(8, isReached: false) },
      verdicts: [.unknown, .unknown, .unknown, .unknown], says: "only 8 of 8 blocks could be used"),
    Case(
      testDescription: "a screen that just gets below its level", factors: [0: 2],
      suite: { $0.screenLevel = level(8, isReached: true) }, verdicts: firstRegressed),
    Case(
      testDescription: "a confirmation that cannot get below its level", factors: [0: 2],
      suite: { ($0.confirmBlocks, $0.confirmLevel) = (8, level(8, isReached: false)) },
      verdicts: firstUnknown, says: "8 blocks are too few for p < 0.0039"),
    Case(
      testDescription: "a confirmation that just gets below its level", factors: [0: 2],
      suite: { ($0.confirmBlocks, $0.confirmLevel) = (8, level(8, isReached: true)) },
      verdicts: firstRegressed),
    Case(
      testDescription: "discarded trials",
      trial: late { if $0.place?.position == 2 { $0.outcome = .void } }, verdicts: firstUnknown,
      says: "only 5 of 8 blocks could be used"),
    Case(
      testDescription: "trials without the figure", trial: late { $0.values = [:] },
      verdicts: firstUnknown,
      says: "only 5 of 8 blocks could be used; in 3, a trial lacks this figure: "
        + "short trials have no percentiles"),
    Case(
      testDescription: "figures of 0, which have no ratio",
      trial: late { $0.values = $0.values.mapValues { _ in 0 } }, verdicts: firstUnknown,
      says: "only 5 of 8 blocks could be used; in 3, "),
    Case(
      testDescription: "a trial too many on one side, and one too few on the other",
      factors: [0: 2],
      trial: late { trial in
        guard let place = trial.place, place.position == 2 else { return }
        trial.place?.side = place.side == .base ? .candidate : .base
      }, verdicts: firstUnknown, says: "only 5 of 8 blocks could be used"),
    Case(
      testDescription: "dearer deliveries of a strategy that delivers differently",
      factors: [0: 2, 1: 2], suite: { $0.cells[0].strategy = "strategy-0:interval=1ms" },
      differing: ["strategy-0"], verdicts: [.trade, .regressed, .pass, .pass],
      says: "deliveries cost more, but the strategy now delivers differently"),
    Case(
      testDescription: "another figure of a strategy that delivers differently", factors: [0: 2],
      suite: { $0.metrics[0].metric = .latencyP50 }, differing: ["strategy-0"],
      verdicts: firstRegressed),
  ]

  @Test(arguments: cases) func trialsGetTheExpectedVerdicts(_ each: Case) {
    var pair = SyntheticPair()
    (pair.noise, pair.factors) = (0, each.factors)
    each.suite(&pair.suite)
    pair.differing = each.differing
    pair.accepted = each.accepted.map {
      Accepted(
        strategy: pair.suite.cells[$0].strategy, workload: "*", metric: "cpu_*", upTo: 20,
        until: "2099-12-31", reason: "")
    }
    let trials = pair.trials().changed(each.trial)
    let findings = PairedJudgement(pair.settings, trials).findings()
    #expect(findings.prefix(4).map(\.verdict) == each.verdicts)
    #expect(
      each.says.isEmpty || findings[0].text.contains(each.says), "\(findings[0].text)")
  }

  @Test func orderOfTrialsDoesNotAffectFindings() {
    var pair = SyntheticPair()
    pair.factors = [0: 1.12]
    let trials = pair.trials()
    #expect(
      PairedJudgement(pair.settings, trials.reversed()).findings().map(\.text)
        == PairedJudgement(pair.settings, trials).findings().map(\.text))
  }

  /// The pooled tolerance is two fifths of a combination's; sixteen blocks of one sign confirm a change.
  @Test(
    arguments: [
      (2.5, 0.01, 1, Verdict.pass, nil), (2, 0.01, 1, .regressed, pow(0.5, 16)),
      (2, pow(0.5, 16), 1, .undecided, nil), (2, 0.01, 2, .regressed, pow(0.5, 15)),
      (2, pow(0.5, 15), 2, .undecided, nil),
    ] as [(Double, Double, Int, Verdict, Double?)])
  func pooledToleranceIsTighterThanACellsTolerance(
    tolerance: Double, level: Double, metrics: Int, verdict: Verdict, p: Double?
  ) throws {
    var pair = SyntheticPair()
    (pair.noise, pair.factors) = (0, [0: 2, 1: 2])
    pair.suite.cells = SyntheticPair.cells(2)
    pair.suite.metrics[0].tolerance = tolerance
    if metrics == 2 { pair.suite.metrics.append(PairedSuite.Figure(.latencyP50)) }
    pair.suite.confirmLevel = level
    let all = try #require(pair.findings().first { $0.cell == PairedJudgement.allCells })
    #expect(all.verdict == verdict && all.adjustedP == p && all.blocks == 16)
  }

  @Test func strategiesWithChangedDeliveriesAreNotPooled() {
    var pair = SyntheticPair()
    pair.differing = ["strategy-0", "strategy-1", "strategy-2"]
    #expect(!pair.findings().contains { $0.cell == PairedJudgement.allCells }, "Only one is left.")
  }

  /// A factor of 2 exceeds 5 % by more than a factor of 4 exceeds 50 %.
  @Test func cellFurthestBeyondItsToleranceIsMeasuredAgain() {
    var pair = SyntheticPair()
    pair.noise = 0
    pair.suite.confirmedCells = 1
    pair.suite.metrics.append(.init(.latencyP50, tolerance: 0.5, noisyTolerance: 0.5))
    let trials = pair.trials().changed { trial in
      guard trial.place?.side == .candidate else { return }
      if trial.strategy == "strategy-0" { trial.values[.latencyP50] = 4 }
      if trial.strategy == "strategy-1" { trial.values[.cpuMainPerDelivery] = 2 }
    }
    #expect(PairedJudgement(pair.settings, trials).cells == [pair.suite.cells[1]])
  }

  /// Twenty blocks; those of ranks 4, 19 and 20 are lower. Their rank sum 43 is the critical value at 1 % (Hollander,
  /// Wolfe, Chicken, table A.4), reached by 10 084 of 2^20 sign patterns. One such combination is confirmed; of two,
  /// neither is.
  @Test(arguments: [1, 2])
  func confirmationIsCorrectedForTheNumberOfCells(_ count: Int) {
    var pair = SyntheticPair()
    pair.noise = 0
    for cell in 0..<count { pair.factors[cell] = 1.3 }
    let trials = pair.trials().changed { trial in
      guard trial.place?.phase == .confirm, trial.place?.side == .candidate else { return }
      let step = 0.02 * Double(trial.number) * ([4, 19, 20].contains(trial.number) ? -1 : 1)
      trial.values = trial.values.mapValues { _ in exp(step) }
    }
    let findings = PairedJudgement(pair.settings, trials).findings().prefix(count)
    for finding in findings {
      let p = Double(count) * 10_084 / 1_048_576
      #expect(abs((finding.adjustedP ?? 0) - p) < 1e-12)
      #expect(finding.verdict == (count == 1 ? .regressed : .undecided))
    }
  }

  /// Trials of 1 and 1.1 in each block: the logarithms lie ln(1.1) ÷ 2 from their mean, which hides half of the
  /// variance.
  @Test func variationIsComputedFromSingleTrialsNotBlockMeans() throws {
    var pair = SyntheticPair()
    pair.noise = 0
    let trials = pair.trials().changed { trial in
      let isEarly = trial.place?.position ?? 0 <= 2
      trial.values = trial.values.mapValues { _ in isEarly ? 1 : 1.1 }
    }
    let variation = PairedJudgement(pair.settings, trials).findings()[0].variation
    let expected = 1.482_602_218_505_602 * log(1.1) / 2 * 2.squareRoot()
    #expect(abs(try #require(variation) - expected) < 1e-12)
  }

  /// Makes up to 40 trials of the candidate longer, each by up to a half.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func furtherSlowdownNeverMakesARegressionPass(seed: UInt64) {
    var pair = SyntheticPair(seed: seed)
    pair.factors = [0: 1.12]
    var trials = pair.trials()
    func verdict() -> Verdict {
      let findings = PairedJudgement(pair.settings, trials).findings()
      return GateReport(CheckResult(paired: findings)).verdict
    }
    #expect(verdict() == .regressed)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let index = Int.random(in: trials.indices, using: &random)
      guard trials[index].place?.side == .candidate else { continue }
      let factor = Double.random(in: 1...1.5, using: &random)
      trials[index].values = trials[index].values.mapValues { $0 * factor }
    }
    #expect(verdict().exitCode != 0)
  }
}

extension [Trial] {
  fileprivate func changed(_ change: (inout Trial) -> Void) -> [Trial] {
    var trials = self
    for place in indices { change(&trials[place]) }
    return trials
  }
}
