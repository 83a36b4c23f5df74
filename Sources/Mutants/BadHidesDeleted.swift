import Coalesce
import Harness
import Strategies

/// Updates a row that was deleted instead of removing it.
///
/// Defect: every change is applied, in order, but a deletion as a change of the row, which stays in
/// the view. It behaves as long as nothing is deleted, or what is deleted comes back.
///
/// Origin: cells that are hidden, and switches over kinds of change with a `default`.
///
/// Breaks: `final-state`.
final class BadHidesDeleted: UpdateStrategy {
  private let inner: Naive<RowChange>

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (RowChange) -> Void) {
    inner = Naive(alwaysHops: true, scheduler: scheduler) { change in
      switch change.kind {
      case .insert, .move: deliver(change)
      // The defect: one kind is forgotten.
      default: deliver(RowChange(index: change.index, row: change.row, kind: .change))
      }
    }
  }

  func submit(_ update: RowChange) { inner.submit(update) }

  func flush() { inner.flush() }

  func cancel() { inner.cancel() }

  var pendingCount: Int { inner.pendingCount }
}
