import BenchHarness
import Coalesce
import Synchronization

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

/// Ignores what is submitted in a pause.
///
/// Defect: nobody remembers that something came, and after the pause the view shows what was before
/// it. It behaves as long as nothing comes in a pause.
///
/// Origin: `guard view.window != nil else { return }` in front of a reload.
final class BadPauseDrops: WithPowers {
  let inner: Coalescer<UpdateCount>
  private let isPaused = Atomic<Bool>(false)

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>) {
    inner = Coalescer(.nextPass, scheduler: scheduler, onDelivery: deliver)
  }

  func submit(_ update: UpdateCount) {
    // The defect.
    if !isPaused.load(ordering: .acquiring) { inner.submit(update) }
  }

  var powers: AttachedStrategy.Powers {
    var powers = AttachedStrategy.Powers(inner) { _ in .one }
    powers.submitWithin = { [self] in
      if !isPaused.load(ordering: .acquiring) { inner.submit(.one, within: $1) }
    }
    powers.pause = { [self] in
      isPaused.store(true, ordering: .releasing)
      inner.pause()
    }
    powers.resume = { [self] in
      isPaused.store(false, ordering: .releasing)
      inner.resume()
    }
    return powers
  }
}

/// Keeps what comes in a pause, takes that at its end, and only then ends the pause.
///
/// Defect: what a thread submits between the two is kept, and nobody looks. It behaves as long as no
/// thread submits at that very moment.
///
/// Origin: "first what has come, then the flag", the wrong way round of this project's engine.
final class BadResumeLooksFirst: WithPowers {
  let inner: Coalescer<UpdateCount>
  private let kept = UpdateCount.Pending()
  private let isPaused = Atomic<Bool>(false)

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>) {
    inner = Coalescer(.nextPass, scheduler: scheduler, onDelivery: deliver)
  }

  func submit(_ update: UpdateCount) { submit(update, inner.submit) }

  private func submit(_ update: UpdateCount, _ submitNow: (UpdateCount) -> Void) {
    if isPaused.load(ordering: .acquiring) { _ = kept.merge(update) } else { submitNow(update) }
  }

  func cancel() {
    inner.cancel()
    _ = kept.take()
  }

  var pendingCount: Int { kept.count + inner.pendingCount }

  var powers: AttachedStrategy.Powers {
    var powers = AttachedStrategy.Powers(inner) { _ in .one }
    powers.submitWithin = { [self] _, bound in submit(.one) { inner.submit($0, within: bound) } }
    powers.cancelPending = { [self] in
      _ = kept.take()
      inner.cancelPending()
    }
    powers.pause = { [self] in
      isPaused.store(true, ordering: .releasing)
      inner.pause()
    }
    powers.resume = { [self] in
      // The defect.
      if let update = kept.take() { inner.submit(update) }
      inner.resume()
      isPaused.store(false, ordering: .releasing)
    }
    return powers
  }
}

/// Shows what must not wait ahead of what waited before it.
///
/// Defect: the end of a text, submitted with a bound, is applied before the words that wait with it: the
/// view says "done", and then goes on. It behaves as long as nothing waits, or nothing has a bound.
///
/// Origin: a second queue for what is urgent.
final class BadEndOvertakes: AroundCorrect {
  let inner: Coalescer<OrderedUpdates<RowChange>>
  private let urgent = Locked<Set<Int>>([])

  /// As many changes are applied in one pass; more are shown by a reload.
  private static let most = 8

  init(scheduler: any UpdateScheduler, port: any ViewPort) {
    inner = Coalescer(.nextPass, scheduler: scheduler)
    inner.handle { [weak inner, urgent] update in
      guard update.elements.count <= Self.most else { return port.reload() }
      let first = urgent.withLock { $0 }
      // The defect.
      let elements =
        update.elements.filter { first.contains($0.index) }
        + update.elements.filter { !first.contains($0.index) }
      for change in elements where inner?.isCancelled == false { port.apply(change) }
    }
  }

  func submit(_ update: OrderedUpdates<RowChange>) { inner.submit(update) }

  /// What it can do besides.
  var powers: AttachedStrategy.Powers {
    var powers = AttachedStrategy.Powers(inner) { OrderedUpdates([$0]) }
    powers.submitWithin = { [inner, urgent] change, bound in
      urgent.withLock { _ = $0.insert(change.index) }
      inner.submit(OrderedUpdates([change]), within: bound)
    }
    return powers
  }
}
