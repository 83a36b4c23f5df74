import BenchHarness

/// What real time says of candidates that were chosen in virtual time.
///
/// Both times run the same stretch of the workload, for a long one its busiest seconds. What real
/// time finds there is not what the whole would show, so a goal is judged by how much real time
/// differs from virtual time on the stretch: that factor times what virtual time found on the whole.
/// Where the stretch is the whole, that is what real time found.
package struct Confirmation: Encodable, Sendable {
  package enum Verdict: String, Encodable, Sendable {
    /// They are met.
    case confirmed
    /// One is missed, or the strategy failed.
    case refuted
    /// No trial could be used.
    case unknown
  }

  package struct Check: Encodable, Sendable {
    package let strategy: String
    /// The stretch in virtual and in real time; nil where there was no trial.
    package let virtual: CellSummary?, real: CellSummary?
    package let verdict: Verdict
    /// The goals that it misses in real time, with what is expected for the whole.
    package let misses: [Miss]
  }

  package struct Miss: Encodable, Sendable, Equatable {
    package let goal: Goal
    package let expected: Double
  }

  /// The workload that was run: of several the one on which the first finalist comes worst off.
  package let workload: String
  /// The stretch; nil for the whole workload.
  package let window: TrialWindow?
  /// The candidates in the order of their ranks.
  package let checks: [Check]

  /// What cells in both times say of `finalists` on `place`.
  package init(
    _ finalists: [Candidate], on place: Recommendation.Case, window: TrialWindow?,
    virtual: [CellSummary], real: [CellSummary]
  ) {
    (workload, self.window) = (place.workload, window)
    checks = finalists.map { candidate in
      Self.check(
        candidate.key, whole: candidate.results.first { $0.cell.workload == place.workload },
        virtual: virtual.first { $0.strategy == candidate.key },
        real: real.first { $0.strategy == candidate.key }, goals: place.goals)
    }
  }

  func check(of strategy: String) -> Check? { checks.first { $0.strategy == strategy } }

  private static func check(
    _ strategy: String, whole: Candidate.Result?, virtual: CellSummary?, real: CellSummary?,
    goals: [Goal]
  ) -> Check {
    guard let virtual, let real, real.trialCount > 0 else {
      return Check(strategy: strategy, virtual: virtual, real: real, verdict: .unknown, misses: [])
    }
    let expected = goals.map { expectation($0, whole, virtual: virtual, real: real) }
    let misses = zip(goals, expected).compactMap { goal, figure in
      figure.flatMap { $0 > goal.limit ? Miss(goal: goal, expected: $0) : nil }
    }
    let isRefuted = !misses.isEmpty || !real.isCorrect
    return Check(
      strategy: strategy, virtual: virtual, real: real,
      verdict: isRefuted ? .refuted : expected.contains(nil) ? .unknown : .confirmed,
      misses: misses)
  }

  /// What the whole would show in real time; nil where a figure is missing.
  private static func expectation(
    _ goal: Goal, _ whole: Candidate.Result?, virtual: CellSummary, real: CellSummary
  ) -> Double? {
    let metric = goal.judged(on: [virtual, real]).metric
    guard let whole = whole?.cell.median(goal.metric),
      let simulated = virtual.median(metric), let measured = real.median(metric)
    else { return nil }
    return simulated > 0 ? whole * measured / simulated : measured
  }
}
