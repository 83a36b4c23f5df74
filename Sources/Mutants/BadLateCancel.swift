import Coalesce
import Synchronization

/// Cancels in main's next pass.
///
/// Defect: a delivery that is on its way is in front of the cancelling, and is made after `cancel()`
/// has returned. It behaves as long as nothing waits.
///
/// Origin: `DispatchQueue.main.async { self.subscription = nil }`.
///
/// Breaks: `nothing-after-cancel`.
final class BadLateCancel<Update: Mergeable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let inner: Coalescer<Update>
  private let isCancelled = Atomic<Bool>(false)

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, scheduler: scheduler, deliver: deliver)
  }

  func submit(_ update: Update) {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    inner.submit(update)
  }

  func flush() {
    if !isCancelled.load(ordering: .acquiring) { inner.flush() }
  }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    // The defect.
    scheduler.onMain { [inner] in inner.cancel() }
  }

  var pendingCount: Int { isCancelled.load(ordering: .acquiring) ? 0 : inner.pendingCount }
}
