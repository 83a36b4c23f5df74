import BenchLibrarySupport
import Coalesce

/// Cancels in the main thread's next pass.
///
/// Defect: a delivery that was dispatched before is still made after `cancel()` has returned. Correct as long as
/// nothing is pending.
final class BadLateCancel<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let scheduler: any UpdateScheduler
  private let isCancelled = Atomic<Bool>(false)

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, on: .scheduler(scheduler), onDelivery: deliver)
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

/// Releases the handler on the thread that cancels or drops the strategy.
///
/// Defect: that thread may release the last references to views that the handler captured, which must be released on
/// the main thread. Correct as long as only the main thread cancels and drops.
final class BadReleasesOffMain<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let handler: Locked<Handler>

  // In a structure, because each access to a bare closure through a generic wraps it again.
  private struct Handler: Sendable { var deliver: Deliver<Update>? }

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    let handler = Locked(Handler(deliver: deliver))
    self.handler = handler
    inner = Coalescer(.nextPass, on: .scheduler(scheduler)) { [weak handler] update in
      handler?.withLock { $0 }.deliver?(update)
    }
  }

  func submit(_ update: Update) { inner.submit(update) }

  func cancel() {
    inner.cancel()
    // The defect. Outside the lock, because released objects may call out.
    var ended = Handler()
    handler.withLock { swap(&$0, &ended) }
  }
}

/// Ignores updates that the main thread submits inside a delivery.
///
/// Defect: if a handler changes the model and submits that, the view does not show the change unless another update
/// follows. Correct as long as handlers only read.
final class BadIgnoresOwn<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let scheduler: any UpdateScheduler
  private let isUnderWay = Locked(false)

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, on: .scheduler(scheduler)) { [isUnderWay] update in
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
