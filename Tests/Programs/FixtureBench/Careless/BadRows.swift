import BenchHarness
import BenchLibrarySupport
import Coalesce
import CoalesceStrategies

/// Changes a deleted row instead of removing it.
///
/// Defect: every change is applied in order, but a deletion is applied as a change of the row, which stays in the view.
/// Correct as long as nothing is deleted, or deleted rows are inserted again.
func badHidesDeleted(
  scheduler: any UpdateScheduler, deliver: @escaping Deliver<RowChange>
) -> Naive<RowChange> {
  Naive(alwaysHops: true, scheduler: scheduler) { change in
    switch change.kind {
    case .insert, .move: deliver(change)
    // The defect: one kind is forgotten.
    default: deliver(RowChange(index: change.index, row: change.row, kind: .change))
    }
  }
}

/// Keeps only the newest change of a row, although each has to be applied.
///
/// Defect: a change replaces the last pending move or change of the same row, which is never applied. The view ends up
/// right, but code that counts, animates or undoes single changes misses one. Correct as long as no two changes of a
/// row are pending.
func badNewestOfRow(
  scheduler: any UpdateScheduler, deliver: @escaping Deliver<RowChange>
) -> RowBatches {
  RowBatches(
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

/// Applies pending changes row by row.
///
/// Defect: changes of one row keep their order, but those of different rows do not, even from one producer. The view
/// ends up right, but passes through states that the model never had. Correct as long as all pending changes are of the
/// same row.
func badSortsRows(
  scheduler: any UpdateScheduler, deliver: @escaping Deliver<RowChange>
) -> RowBatches {
  RowBatches(
    scheduler: scheduler, deliver: deliver,
    // The defect. Also sorts by index, because Swift's sort need not be stable.
    arrange: { $0.sorted { ($0.row, $0.index) < ($1.row, $1.index) } })
}

/// Keeps a record of every update that is never read.
///
/// Defect: delivered updates are kept until the strategy is dropped, which shows only in memory use. Correct as long as
/// there are few updates.
final class BadLeak<Update: Sendable>: AroundCorrect {
  let inner: Naive<Update>
  private let record = Locked<[Update]>([])

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    inner = Naive(scheduler: scheduler, deliver: deliver)
  }

  func submit(_ update: Update) {
    // The defect.
    record.withLock { $0.append(update) }
    inner.submit(update)
  }
}

/// A buffer of fixed size for pending updates, without a check for free space.
///
/// Defect: with 31 updates pending, the next one traps with an index out of range. Correct as long as bursts are
/// shorter.
final class BadCrash<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let waiting = Locked((updates: [Update?](repeating: nil, count: 31), count: 0))

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    inner = Coalescer(.nextPass, on: .scheduler(scheduler)) { [waiting] update in
      waiting.withLock { $0.count = 0 }
      deliver(update)
    }
  }

  func submit(_ update: Update) {
    guard !inner.isCancelled else { return }
    waiting.withLock { waiting in
      // The defect.
      waiting.updates[waiting.count] = update
      waiting.count += 1
    }
    inner.submit(update)
  }
}

/// Takes the snapshot in `submit` and shows it later.
///
/// Defect: it shows the model as it was at the submission. If changes are announced before they are made, as by
/// Observation and Combine, the snapshot lacks the change, and no other follows. Correct as long as changes are made
/// before they are submitted.
final class BadSnapshotInSubmit: AroundCorrect {
  let inner: Coalescer<UpdateCount>
  private let newest = Locked<[ListRow]>([])
  private let sources: SharedHandler<@Sendable () -> [ListRow]>

  init(
    scheduler: any UpdateScheduler, snapshot: @escaping @Sendable () -> [ListRow],
    deliver: @escaping Deliver<[ListRow]>
  ) {
    sources = SharedHandler(snapshot, scheduler: scheduler)
    inner = Coalescer(.nextPass, on: .scheduler(scheduler)) { [newest] _ in
      deliver(newest.withLock { $0 })
    }
  }

  func submit(_ update: UpdateCount) {
    newest.withLock { newest in
      // The defect: the delivery should read the model. Under the lock, so that a snapshot never replaces a newer
      // one.
      newest = sources.use { $0() } ?? []
    }
    inner.submit(update)
  }

  func cancel() {
    inner.cancel()
    sources.release()
  }
}
