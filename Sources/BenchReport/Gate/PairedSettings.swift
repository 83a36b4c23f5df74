import BenchHarness

/// Everything that decides the verdict of a paired check except its trials.
package struct PairedSettings: Sendable {
  package let suite: PairedSuite
  private let accepted: [Accepted]
  /// Strategies that now deliver differently, according to the exact check.
  package var changed: Set<String> = []
  /// Why a combination is not compared: one side lacks it, or a trial failed.
  package var missing: [Cell: Fault] = [:]

  package init(_ suite: PairedSuite, accepted: [Accepted] = []) {
    self.suite = suite
    self.accepted = accepted.filter { $0.isValid }
  }

  package var comparedCells: [Cell] { suite.cells.filter { missing[$0] == nil } }

  func isAccepted(_ cell: Cell, _ metric: Metric) -> Bool {
    accepted.contains { $0.covers(Judged(cell: cell, metric: metric.name)) }
  }

  func deliversDifferently(_ cell: Cell) -> Bool {
    !changed.isDisjoint(with: [cell.strategy, cell.strategy.withoutParameters])
  }
}

extension Fault {
  /// Of a combination that one side of a comparison lacks.
  package static func lacked(by side: TrialPlace.Side) -> Fault {
    side == .base ? .isNew() : .isGone(from: "base")
  }

  /// Of a trial in a comparison; nil without a fault, or with only known violations.
  package init?(compared trial: Trial, _ registry: Registry) {
    guard let fault = Fault(trial, registry), fault.verdict != .pass, let place = trial.place
    else { return nil }
    let (side, phase) = (place.side.rawValue, place.phase.rawValue)
    verdict = place.side == .candidate ? fault.verdict : .failed
    text = "the \(side), \(phase), block \(trial.number): \(fault.text)"
  }
}
