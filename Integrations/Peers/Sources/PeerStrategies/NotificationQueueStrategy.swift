import Coalesce
import Foundation
import Synchronization

/// A notification that Foundation's queue coalesces and posts at the end of main's turn.
///
/// Rule: each submission enqueues the same notification, coalesced by name and sender, to be posted
/// as soon as possible: at the end of main's present turn. Such a queue belongs to a thread, so a
/// submission elsewhere first makes a hop to main of its own.
///
/// Origin: `NotificationQueue.default`, `.asap`, of swift-corelibs-foundation.
///
/// Price: about 0.8 µs a submission on main, a hop for each elsewhere; up to one turn of latency and
/// a delivery a turn.
///
/// Breaks, on Linux: `survives`. The queue is iterated while it posts, and a submission inside a
/// delivery, of this view or of another one, changes it; Swift's exclusivity check answers by ending
/// the process. Notifications that wait are posted newest first; one view never has two.
///
/// Thread safety: as ``UpdateStrategy`` says. The main thread must turn its run loop.
final class NotificationQueueStrategy: UpdateStrategy {
  private static let name = Notification.Name("coalesce.view-needs-update")

  private let scheduler: any UpdateScheduler
  private let outlet: PeerOutlet
  private let hops = Atomic<Int>(0)
  /// Who sends: not the strategy, which a notification that waits would keep alive; and an
  /// `NSObject`, for on Linux other objects are boxed anew each time and never coalesce.
  private let sender = Sender()
  // Proof of `unsafe`: set once, and only ever handed to `removeObserver`, which has a lock.
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

  /// Enqueues the notification, on main.
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

  /// Posts now, in place of the notification that waits. On main only.
  func flush() {
    if outlet.mayFlush { enqueue(.now) }
  }

  /// Stops observing: what is posted later reaches nobody.
  func cancel() {
    if outlet.cancel() { NotificationCenter.default.removeObserver(observer) }
  }

  /// How many updates wait for a notification; where one has shown them already, how many hops are
  /// under way that will make another one.
  var pendingCount: Int {
    max(outlet.waitingCount, outlet.isCancelled ? 0 : hops.load(ordering: .acquiring))
  }

  private func enqueue(_ style: NotificationQueue.PostingStyle) {
    NotificationQueue.default.enqueue(
      Notification(name: Self.name, object: sender), postingStyle: style,
      coalesceMask: [.onName, .onSender], forModes: nil)
  }
}
