import Coalesce
import Harness

/// Keeps the newest change of a row, where each has to be applied.
///
/// Defect: a change of the row whose move or change waits last takes the place of that, which is never
/// applied. The view ends up right; whoever counts, animates or undoes single changes misses one. It
/// behaves as long as no two changes of a row wait.
///
/// Origin: a dictionary of pending updates, keyed by row.
///
/// Breaks: `nothing-lost`.
final class BadNewestOfRow: UpdateStrategy {
  private let inner: RowBatches

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (RowChange) -> Void) {
    inner = RowBatches(
      scheduler: scheduler, deliver: deliver,
      add: { waiting, change in
        if let last = waiting.last, last.row == change.row, last.kind != .insert,
          change.kind == .change
        {
          // The defect.
          waiting.removeLast()
        }
        waiting.append(change)
      })
  }

  func submit(_ update: RowChange) { inner.submit(update) }

  func flush() { inner.flush() }

  func cancel() { inner.cancel() }

  var pendingCount: Int { inner.pendingCount }
}
