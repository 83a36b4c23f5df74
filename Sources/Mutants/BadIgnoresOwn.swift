import Coalesce
import Synchronization

/// Ignores what main submits inside a delivery.
///
/// Defect: a handler that changes the model and says so is not heard, and where nothing follows the
/// view never shows that change. It behaves as long as handlers only read.
///
/// Origin: `guard !isReloading else { return }`, against reloads that go on for ever.
///
/// Breaks: `reentrancy`.
final class BadIgnoresOwn<Update: Mergeable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let inner: Coalescer<Update>
  private let delivery: Delivery

  private final class Delivery: Sendable {
    let isUnderWay = Atomic<Bool>(false)
  }

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    let delivery = Delivery()
    self.delivery = delivery
    inner = Coalescer(.nextPass, scheduler: scheduler) { update in
      delivery.isUnderWay.store(true, ordering: .relaxed)
      deliver(update)
      delivery.isUnderWay.store(false, ordering: .relaxed)
    }
  }

  func submit(_ update: Update) {
    // The defect.
    guard !delivery.isUnderWay.load(ordering: .relaxed) || !scheduler.isMain else { return }
    inner.submit(update)
  }

  func flush() { inner.flush() }

  func cancel() { inner.cancel() }

  var pendingCount: Int { inner.pendingCount }
}
