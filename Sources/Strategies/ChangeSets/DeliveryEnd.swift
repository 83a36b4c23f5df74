import Coalesce

/// Reports once, on the main thread, that the view has completed a delivery, when this object is called or released.
///
/// Thread safety: `callAsFunction` may be called from any thread, any number of times.
final class DeliveryEnd: Sendable {
  private let scheduler: any UpdateScheduler
  private let isOver = Atomic<Bool>(false)
  private let end: @Sendable () -> Void

  /// `end` runs immediately if this object is called or released on the main thread, otherwise in a dispatch to it.
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
