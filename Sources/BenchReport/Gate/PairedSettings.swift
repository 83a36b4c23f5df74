import BenchHarness

/// Everything that decides the verdict of a paired check except its trials.
package struct PairedSettings: Sendable {
  /// A combination that is not compared, because one side lacks it or a trial failed.
  package struct Missing: Sendable {
    let cell: Cell
    let verdict: Verdict
    let reason: String

    package init(_ cell: Cell, lackedBy side: TrialPlace.Side) {
      self.cell = cell
      verdict = side == .base ? .pass : .regressed
      reason = side == .base ? GateFinding.isNew() : GateFinding.isGone(from: "base")
    }

    /// Nil for a trial without a fault, or with only known violations.
    package init?(_ trial: Trial, _ registry: Registry) {
      guard let fault = Fault(trial, registry), fault.verdict != .pass, let place = trial.place
      else { return nil }
      let side = place.side.rawValue
      cell = trial.cell
      verdict = place.side == .candidate ? fault.verdict : .failed
      reason = "the \(side), \(place.phase.rawValue), block \(trial.number): \(fault.text)"
    }
  }

  package let suite: PairedSuite
  private let accepted: [Accepted]
  /// Strategies that now deliver differently, according to the exact check.
  package var deliversDifferently: Set<String> = []
  package var missing: [Missing] = []

  package init(_ suite: PairedSuite, accepted: [Accepted] = []) {
    self.suite = suite
    self.accepted = accepted.filter { $0.isValid() }
  }

  package var comparedCells: [Cell] { suite.cells.filter { !isMissing($0) } }

  func isAccepted(_ cell: Cell, _ metric: Metric) -> Bool {
    accepted.contains { $0.covers(Judged(cell: cell, metric: metric.name)) }
  }

  package func isMissing(_ cell: Cell) -> Bool { missing.contains { $0.cell == cell } }
}
