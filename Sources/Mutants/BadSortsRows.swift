import Coalesce
import Harness

/// Applies what waits row by row.
///
/// Defect: changes of one row keep their order, those of different rows do not, though one producer
/// made them one after another. The view ends up right, by way of states that the model never had. It
/// behaves as long as changes of one row only wait together.
///
/// Origin: batches that are sorted by index path, "for the table view wants them so".
///
/// Breaks: `order`.
final class BadSortsRows: UpdateStrategy {
  private let inner: RowBatches

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (RowChange) -> Void) {
    inner = RowBatches(
      scheduler: scheduler, deliver: deliver,
      // The defect; by the index too, for Swift's sorting need not be stable.
      arrange: { $0.sorted { ($0.row, $0.index) < ($1.row, $1.index) } })
  }

  func submit(_ update: RowChange) { inner.submit(update) }

  func flush() { inner.flush() }

  func cancel() { inner.cancel() }

  var pendingCount: Int { inner.pendingCount }
}
