import BenchHarness
import Coalesce

/// Cancels in main's next pass.
///
/// Defect: a delivery that is on its way is in front of the cancelling, and is made after `cancel()`
/// has returned. It behaves as long as nothing waits.
///
/// Origin: `DispatchQueue.main.async { self.subscription = nil }`.
final class BadLateCancel<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let scheduler: any UpdateScheduler
  private let isCancelled = Atomic<Bool>(false)

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, scheduler: scheduler, onDelivery: deliver)
  }

  func submit(_ update: Update) {
    if !isCancelled.load(ordering: .acquiring) { inner.submit(update) }
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

/// Lets go of the handler wherever it is cancelled or dropped.
///
/// Defect: a thread that cancels, or has the last reference, ends the handler and what that captured:
/// views, which must end on main. It behaves as long as main alone cancels and drops.
///
/// Origin: `handler = nil` in `cancel()`, and a `let handler` that ends with its owner.
final class BadReleasesOffMain<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let handler: Locked<Handler>

  // In a structure, for a bare closure gets another wrapping with each access through a generic.
  private struct Handler: Sendable { var deliver: Deliver<Update>? }

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    let handler = Locked(Handler(deliver: deliver))
    self.handler = handler
    inner = Coalescer(.nextPass, scheduler: scheduler) { [weak handler] update in
      handler?.withLock { $0 }.deliver?(update)
    }
  }

  func submit(_ update: Update) { inner.submit(update) }

  func cancel() {
    inner.cancel()
    // The defect; outside the lock, for what ends may call out.
    var ended = Handler()
    handler.withLock { swap(&$0, &ended) }
  }
}

/// Ignores what main submits inside a delivery.
///
/// Defect: a handler that changes the model and says so is not heard, and where nothing follows the
/// view never shows that change. It behaves as long as handlers only read.
///
/// Origin: `guard !isReloading else { return }`, against reloads that go on for ever.
final class BadIgnoresOwn<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let scheduler: any UpdateScheduler
  private let isUnderWay = Locked(false)

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, scheduler: scheduler) { [isUnderWay] update in
      isUnderWay.withLock { $0 = true }
      deliver(update)
      isUnderWay.withLock { $0 = false }
    }
  }

  func submit(_ update: Update) {
    // The defect.
    guard !scheduler.isMain || !isUnderWay.withLock({ $0 }) else { return }
    inner.submit(update)
  }
}
