import Coalesce
import Synchronization

/// Tells once, on main, that a delivery has ended in the view: when it is called, or when nobody can
/// call it any more.
///
/// Thread safety: `callAsFunction` from any thread, as often as you like.
final class DeliveryEnd: Sendable {
  private let scheduler: any UpdateScheduler
  private let isOver = Atomic<Bool>(false)
  private let end: @Sendable () -> Void

  /// - Parameters:
  ///   - scheduler: where main comes from.
  ///   - end: runs inside the call if that is made on main, else in a hop.
  init(on scheduler: any UpdateScheduler, _ end: @escaping @Sendable () -> Void) {
    self.scheduler = scheduler
    self.end = end
  }

  deinit { self() }

  func callAsFunction() {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
    if scheduler.isMain { end() } else { scheduler.onMain(end) }
  }
}
