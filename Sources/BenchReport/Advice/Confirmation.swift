import BenchHarness

/// What real time says of candidates chosen in virtual time.
///
/// Both times run the same stretch: the busiest seconds of a long workload. A goal is judged by the
/// virtual figure of the whole × real ÷ virtual on the stretch.
package struct Confirmation: Encodable, Sendable {
  package enum Verdict: String, Encodable, Sendable {
    case confirmed
    case refuted
    /// No usable trial.
    case unknown
  }

  package struct Check: Encodable, Sendable {
    package let strategy: String
    package let virtual: CellSummary?, real: CellSummary?
    package let verdict: Verdict
    /// With what to expect for the whole.
    package let misses: [Miss]
  }

  package struct Miss: Encodable, Sendable, Equatable {
    package let goal: Goal
    package let expected: Double
  }

  /// Of several, the hardest for the first finalist.
  package let workload: String
  package let window: TrialWindow?
  package let checks: [Check]

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

  /// What to expect of the whole in real time; nil if a figure is missing.
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
