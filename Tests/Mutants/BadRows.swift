import BenchHarness
import Coalesce
import CoalesceStrategies

/// Updates a row that was deleted instead of removing it.
///
/// Defect: every change is applied, in order, but a deletion as a change of the row, which stays in
/// the view. It behaves as long as nothing is deleted, or what is deleted comes back.
///
/// Origin: cells that are hidden, and switches over kinds of change with a `default`.
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

/// Keeps the newest change of a row, where each has to be applied.
///
/// Defect: a change of the row whose move or change waits last takes the place of that, which is never
/// applied. The view ends up right; whoever counts, animates or undoes single changes misses one. It
/// behaves as long as no two changes of a row wait.
///
/// Origin: a dictionary of pending updates, keyed by row.
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

/// Applies what waits row by row.
///
/// Defect: changes of one row keep their order, those of different rows do not, though one producer
/// made them one after another. The view ends up right, by way of states that the model never had. It
/// behaves as long as changes of one row only wait together.
///
/// Origin: batches that are sorted by index path, "for the table view wants them so".
func badSortsRows(
  scheduler: any UpdateScheduler, deliver: @escaping Deliver<RowChange>
) -> RowBatches {
  RowBatches(
    scheduler: scheduler, deliver: deliver,
    // The defect; by the index too, for Swift's sorting need not be stable.
    arrange: { $0.sorted { ($0.row, $0.index) < ($1.row, $1.index) } })
}

/// A record of every update, which nobody reads.
///
/// Defect: what was delivered is kept until the strategy is dropped. Nothing is to be seen of it but
/// memory: it behaves as long as there are few updates.
///
/// Origin: undo lists and debug logs, completion blocks that are never cleared.
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

/// A fixed number of places for updates that wait, and no look at whether one is free.
///
/// Defect: with 31 updates waiting, the next one traps: an index out of range. It behaves as long as
/// bursts are shorter.
///
/// Origin: a buffer "large enough", and the 31 update animations that a collection view allows.
final class BadCrash<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let waiting = Locked((updates: [Update?](repeating: nil, count: 31), count: 0))

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    inner = Coalescer(.nextPass, scheduler: scheduler) { [waiting] update in
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
/// Defect: what is shown is what the model was when the change was submitted. Where that is announced
/// before it is made, as Observation and Combine do, the snapshot lacks the change, and nothing comes
/// after it. It behaves as long as whoever submits has made the change.
///
/// Origin: `let rows = model.rows; DispatchQueue.main.async { apply(rows) }` in a `willSet`.
final class BadSnapshotInSubmit: AroundCorrect {
  let inner: Coalescer<UpdateCount>
  private let newest = Locked<[ListRow]>([])
  private let sources: SharedHandler<@Sendable () -> [ListRow]>

  init(
    scheduler: any UpdateScheduler, snapshot: @escaping @Sendable () -> [ListRow],
    deliver: @escaping Deliver<[ListRow]>
  ) {
    sources = SharedHandler(snapshot, scheduler: scheduler)
    inner = Coalescer(.nextPass, scheduler: scheduler) { [newest] _ in
      deliver(newest.withLock { $0 })
    }
  }

  func submit(_ update: UpdateCount) {
    newest.withLock { newest in
      // The defect: this is the delivery's to read. Under the lock, so that none is older than the
      // one before it.
      newest = sources.use { $0() } ?? []
    }
    inner.submit(update)
  }

  func cancel() {
    inner.cancel()
    sources.release()
  }
}
