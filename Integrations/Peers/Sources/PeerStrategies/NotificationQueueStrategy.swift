import Coalesce
import Foundation
import Synchronization

/// A notification that Foundation's queue coalesces and posts at the end of the main run loop's turn.
///
/// Rule: each submission enqueues the same notification, coalesced by name and sender, to be posted as soon as
/// possible: at the end of the present turn of the main run loop. Such a queue belongs to a thread, so a submission on
/// another thread is first dispatched to the main thread.
///
/// Origin: `NotificationQueue.default`, `.asap`, of swift-corelibs-foundation.
///
/// Drawback: about 0.8 µs per submission on the main thread, a dispatch for each one elsewhere; up to one turn of
/// latency and a delivery per turn.
///
/// Breaks `survives` on Linux. The queue is iterated while it posts, and a submission inside a delivery of any view
/// changes it, so Swift's exclusivity check ends the process. Pending notifications are posted newest first; a view
/// never has two.
///
/// Thread safety: as ``UpdateStrategy`` says. The main thread must run its run loop.
final class NotificationQueueStrategy: UpdateStrategy {
  private static let name = Notification.Name("coalesce.view-needs-update")

  private let scheduler: any UpdateScheduler
  private let outlet: PeerOutlet
  private let hops = Atomic<Int>(0)
  /// The notification's sender. Not the strategy, because a pending notification would keep it alive. An `NSObject`,
  /// because Linux boxes other objects anew each time, so they never coalesce.
  private let sender = Sender()
  // Proof of `unsafe`: set once, and only passed to `removeObserver`, which has a lock.
  private nonisolated(unsafe) let observer: any NSObjectProtocol

  private final class Sender: NSObject, Sendable {}

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (UpdateCount) -> Void) {
    let outlet = PeerOutlet(deliver)
    self.scheduler = scheduler
    self.outlet = outlet
    observer = NotificationCenter.default.addObserver(
      forName: Self.name, object: sender, queue: nil
    ) { _ in outlet.deliver() }
  }

  deinit { NotificationCenter.default.removeObserver(observer) }

  /// Enqueues the notification on the main thread.
  func submit(_ update: UpdateCount) {
    guard outlet.add(update) else { return }
    if scheduler.isMain {
      enqueue(.asap)
    } else {
      hops.add(1, ordering: .acquiringAndReleasing)
      scheduler.onMain { [weak self] in
        self?.enqueue(.asap)
        self?.hops.subtract(1, ordering: .acquiringAndReleasing)
      }
    }
  }

  /// Posts now, instead of the pending notification. On the main thread only.
  func flush() {
    if outlet.mayFlush { enqueue(.now) }
  }

  /// Stops observing, so that a notification posted later has no effect.
  func cancel() {
    if outlet.cancel() { NotificationCenter.default.removeObserver(observer) }
  }

  /// The number of updates that wait for a notification, or of dispatches to the main thread that will enqueue another
  /// one, whichever is greater.
  var pendingCount: Int {
    max(outlet.waitingCount, outlet.isCancelled ? 0 : hops.load(ordering: .acquiring))
  }

  private func enqueue(_ style: NotificationQueue.PostingStyle) {
    NotificationQueue.default.enqueue(
      Notification(name: Self.name, object: sender), postingStyle: style,
      coalesceMask: [.onName, .onSender], forModes: nil)
  }
}
