import Coalesce
import CoalesceStrategies
import Synchronization

/// Passes a peer's deliveries to the handler, and counts the updates that were submitted but not shown yet.
///
/// The peer alone decides when to deliver. A delivery is a reload, so it shows everything submitted before it, no
/// matter which elements the peer has merged.
///
/// Thread safety: `deliver` and `flush` on the main thread only; everything else from any thread. The handler, which
/// may hold views, is released on the main thread only, by ``cancel()`` or when the outlet is released.
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

  /// The number of updates that were submitted but not shown yet; 0 after cancellation.
  var waitingCount: Int {
    guard !isCancelled else { return 0 }
    let shown = shown.load(ordering: .acquiring)
    return submitted.load(ordering: .acquiring) - shown
  }

  /// Counts `update`; call this before passing it to the peer. Returns false after cancellation: do not pass it then.
  func add(_ update: UpdateCount) -> Bool {
    guard !isCancelled else { return false }
    submitted.add(update.updateCount, ordering: .acquiringAndReleasing)
    return true
  }

  /// Calls the handler with the number of updates not shown before; with 1 if there are none, because a count cannot
  /// be 0.
  func deliver() {
    let submitted = submitted.load(ordering: .acquiring)
    let count = submitted - shown.exchange(submitted, ordering: .acquiringAndReleasing)
    busy.store(true, ordering: .relaxed)
    handler.value.withLock { $0 }?(UpdateCount(max(1, count)))
    busy.store(false, ordering: .relaxed)
  }

  /// Reloads immediately, as an app does if its library has no `flush`. The peer does not notice.
  func flush() {
    if mayFlush { deliver() }
  }

  /// Whether updates wait and no delivery is running.
  var mayFlush: Bool { waitingCount > 0 && !busy.load(ordering: .relaxed) }

  /// Stops counting and releases the handler. Returns whether this was the first call.
  func cancel() -> Bool {
    guard !cancelled.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    releaseHandler()
    return true
  }

  /// Immediately on the main thread, otherwise in its next pass; never while the lock is held.
  private func releaseHandler() {
    let empty = { @Sendable [handler] in
      var released: Handler?
      handler.value.withLock { swap(&$0, &released) }
    }
    if mainScheduler.isMain { empty() } else { mainScheduler.onMain(empty) }
  }

  /// Holds the handler separately, so that the main thread can release it after the outlet is gone.
  private final class Held: Sendable {
    let value: Mutex<Handler?>
    init(_ handler: @escaping Handler) { value = Mutex(handler) }
  }
}
