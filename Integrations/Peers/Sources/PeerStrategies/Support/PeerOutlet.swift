import Coalesce
import CoalesceStrategies
import Synchronization

/// The way from a peer to the handler, and the count of what was submitted and not shown yet.
///
/// It decides nothing: whenever the peer says so, it calls the handler. A delivery is a reload, so
/// it shows everything that was submitted before it, whatever the peer itself had conflated.
///
/// Thread safety: `deliver` and `flush` on main only, everything else from any thread. The handler,
/// which may hold views, is released by ``cancel()`` and when the outlet ends, on main only.
final class PeerOutlet: Sendable {
  typealias Handler = @Sendable (UpdateCount) -> Void

  private let handler: Held
  private let submitted = Atomic<Int>(0)
  private let shown = Atomic<Int>(0)
  private let cancelled = Atomic<Bool>(false)
  private let busy = Atomic<Bool>(false)

  init(_ handler: @escaping Handler) { self.handler = Held(handler) }

  deinit { releaseHandler() }

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// How many updates were submitted and are not shown yet; 0 once cancelled.
  var waitingCount: Int {
    guard !isCancelled else { return 0 }
    let shown = shown.load(ordering: .acquiring)
    return submitted.load(ordering: .acquiring) - shown
  }

  /// Counts `update` before the peer is told of it. Returns whether the peer is to be told.
  func add(_ update: UpdateCount) -> Bool {
    guard !isCancelled else { return false }
    submitted.add(update.updateCount, ordering: .acquiringAndReleasing)
    return true
  }

  /// Calls the handler with the number of updates that it is the first to show; with 1, for a count
  /// cannot be 0, where the peer delivers once more than needed.
  func deliver() {
    let submitted = submitted.load(ordering: .acquiring)
    let count = submitted - shown.exchange(submitted, ordering: .acquiringAndReleasing)
    busy.store(true, ordering: .relaxed)
    handler.value.withLock { $0 }?(UpdateCount(max(1, count)))
    busy.store(false, ordering: .relaxed)
  }

  /// Reloads directly, as a user does whose library has no `flush`. The peer knows nothing of it.
  func flush() {
    if mayFlush { deliver() }
  }

  /// Whether there is anything to flush, and no delivery under way.
  var mayFlush: Bool { waitingCount > 0 && !busy.load(ordering: .relaxed) }

  /// Ends the count and releases the handler. Returns whether this was the first call.
  func cancel() -> Bool {
    guard !cancelled.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    releaseHandler()
    return true
  }

  /// At once on main, otherwise in its next pass; never while the lock is held.
  private func releaseHandler() {
    let empty = { @Sendable [handler] in
      var released: Handler?
      handler.value.withLock { swap(&$0, &released) }
    }
    if mainScheduler.isMain { empty() } else { mainScheduler.onMain(empty) }
  }

  /// The handler, in an object that main can empty after the outlet has ended.
  private final class Held: Sendable {
    let value: Mutex<Handler?>
    init(_ handler: @escaping Handler) { value = Mutex(handler) }
  }
}
