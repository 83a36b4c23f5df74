import Coalesce
import Harness
import Strategies

/// Takes the snapshot in `submit` and shows it later.
///
/// Defect: what is shown is what the model was when the change was submitted. Where that is announced
/// before it is made, as Observation and Combine do, the snapshot lacks the change, and nothing comes
/// after it. It behaves as long as whoever submits has made the change.
///
/// Origin: `let rows = model.rows; DispatchQueue.main.async { apply(rows) }` in a `willSet`.
///
/// Breaks: `fresh-after-will-set`.
final class BadSnapshotInSubmit: UpdateStrategy {
  private let newest = Locked<[ListRow]>([])
  private let sources: HandlerBox<@Sendable () -> [ListRow]>
  private let scheduler: any UpdateScheduler
  private let inner: Coalescer<UpdateCount>

  init(
    scheduler: any UpdateScheduler, snapshot: @escaping @Sendable () -> [ListRow],
    deliver: @escaping @Sendable ([ListRow]) -> Void
  ) {
    self.scheduler = scheduler
    sources = HandlerBox(snapshot)
    inner = Coalescer(.nextPass, scheduler: scheduler) { [newest] _ in
      deliver(newest.withLock { $0 })
    }
  }

  deinit { sources.release(on: scheduler) }

  func submit(_ update: UpdateCount) {
    newest.withLock { newest in
      // The defect: this is the delivery's to read. Under the lock, so that none is older than the
      // one before it.
      newest = sources.use(on: scheduler) { $0() } ?? []
    }
    inner.submit(update)
  }

  func flush() { inner.flush() }

  func cancel() {
    inner.cancel()
    sources.release(on: scheduler)
  }

  var pendingCount: Int { inner.pendingCount }
}
