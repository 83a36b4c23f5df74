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
      reason = side == .base ? GateSentences.isNew("") : GateSentences.isGone("", from: "base")
    }

    /// Nil for a trial without a fault, or with only known violations.
    package init?(_ trial: Trial, _ registry: Registry) {
      guard let fault = Fault(trial, registry), fault.verdict != .pass, let place = trial.place
      else { return nil }
      let side = place.runsCandidate ? "candidate" : "base"
      cell = trial.cell
      verdict = place.runsCandidate ? fault.verdict : .failed
      reason = "the \(side), \(place.phase.rawValue), block \(trial.number): \(fault.text)"
    }
  }

  package let suite: PairedSuite
  private let isQuick: Bool
  /// Strategies that now deliver differently, according to the exact check.
  package var deliversDifferently: Set<String> = []
  let accepted: Set<Cell>
  package private(set) var missing: [Missing] = []

  package init(
    _ suite: PairedSuite, isQuick: Bool = false, accepted: Set<Cell> = []
  ) {
    self.suite = suite
    self.isQuick = isQuick
    self.accepted = accepted
  }

  package var cells: [Cell] {
    isQuick ? Array(suite.cells.prefix(suite.quickCells)) : suite.cells
  }
  package var comparedCells: [Cell] { cells.filter { !isMissing($0) } }

  package func isMissing(_ cell: Cell) -> Bool { missing.contains { $0.cell == cell } }

  package mutating func leaveOut(_ missing: Missing) { self.missing.append(missing) }
}
