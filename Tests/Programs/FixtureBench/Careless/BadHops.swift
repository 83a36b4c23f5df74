import BenchHarness
import BenchLibrarySupport
import Coalesce
import CoalesceStrategies

/// Delivers everything pending without checking whether a delivery is running.
///
/// Defect: if a handler runs the run loop, as when it shows an alert, or flushes, the next delivery is made inside it.
/// Correct as long as handlers do neither.
func badTurnNests(
  scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>
) -> OneHop {
  OneHop(scheduler: scheduler, deliver: deliver) { outlet, pending, _ in
    // The defect: there is no check for a running delivery.
    if let update = pending.take() { outlet.call(update) }
  }
}

/// Delivers until nothing is pending, in one pass of the main thread.
///
/// Defect: as long as updates come faster than deliveries are made, the main thread does nothing else. Correct as soon
/// as producers are slower than the view.
func badDrainsForEver(
  scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>
) -> OneHop {
  OneHop(scheduler: scheduler, deliver: deliver) { outlet, pending, again in
    guard outlet.enter() else { return }
    // The defect.
    while let update = pending.take() { outlet.call(update) }
    if outlet.leave() { again() }
  }
}

/// Delivers in every dispatch to the main thread that it has made.
///
/// Defect: if a flush has emptied the store before, the dispatch still delivers: a reload that changes nothing. Correct
/// as long as `flush` is not called.
func badDeliversEmpty(
  scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>
) -> OneHop {
  OneHop(scheduler: scheduler, deliver: deliver) { outlet, pending, again in
    // The defect.
    outlet.deliver({ pending.take() ?? .one }, again: again)
  }
}

/// Checks for cancellation only at the beginning of a delivery.
///
/// Defect: a delivery cancelled while it takes the snapshot still shows the snapshot. Correct as long as reading the
/// model has no side effects.
func badLooksOnce(scheduler: any UpdateScheduler, port: any ViewPort) -> OneHop {
  OneHop(
    scheduler: scheduler,
    deliver: { _ in
      let rows = port.snapshot()
      // The defect: there is no second check here.
      port.apply(.reload(rows: rows), completed: {})
    })
}

/// A dispatch to the main thread that keeps the strategy alive.
///
/// Defect: a strategy dropped while a dispatch is pending lives until that has run, and delivers to a view
/// whose owner is gone. Correct as long as strategies are dropped while nothing is pending.
func badHopHoldsSelf(
  scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>
) -> OneHop {
  OneHop(scheduler: scheduler, deliver: deliver, holdsItself: true)
}

/// Clears the pending updates after the delivery instead of before it.
///
/// Defect: an update submitted during a delivery finds others pending, schedules nothing, and is cleared with the
/// delivered ones. Correct as long as nothing is submitted during a delivery.
final class BadClearAfterReload<Update: Mergeable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let state = Locked((pending: Update?.none, isBusy: false))

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler, deliver)
  }

  func submit(_ update: Update) {
    guard !outlet.isCancelled else { return }
    let isFirst = state.withLock { state in
      defer { state.pending = merged(state.pending, update) }
      return state.pending == nil
    }
    if isFirst { scheduler.onMain { [weak self] in self?.flush() } }
  }

  func flush() {
    let update = state.withLock { state in
      guard !state.isBusy else { return Update?.none }
      state.isBusy = state.pending != nil
      return state.pending
    }
    guard let update else { return }
    outlet.call(update)
    // The defect: this also clears updates that were not delivered.
    state.withLock { $0 = (nil, false) }
  }

  func cancel() {
    outlet.cancel()
    state.withLock { $0.pending = nil }
  }

  var pendingCount: Int {
    outlet.isCancelled ? 0 : state.withLock { $0.pending?.updateCount ?? 0 }
  }
}

/// A buffer that each submission on the main thread drains immediately.
///
/// Defect: an update submitted on the main thread inside a delivery is delivered inside that one: A begins, B begins
/// and ends, A ends, and the stack grows with every level. Each update from another thread takes a dispatch. Correct as
/// long as deliveries submit nothing and do not run the run loop.
final class BadDrainNests<Update: Sendable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let buffer = UpdateBuffer<Update>()

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler, deliver)
  }

  func submit(_ update: Update) {
    guard !outlet.isCancelled else { return }
    buffer.append(update)
    // The defect: the main thread may be in the middle of a drain.
    if scheduler.isMain {
      flush()
    } else {
      scheduler.onMain { [weak self] in self?.flush() }
    }
  }

  /// The outlet drops updates that were submitted while cancel() ran.
  func flush() {
    while let update = buffer.popFirst() { outlet.call(update) }
  }

  func cancel() {
    outlet.cancel()
    buffer.removeAll()
  }

  var pendingCount: Int { buffer.count }
}

/// Delivers on the producer's thread if too many updates are pending.
///
/// Defect: a submission off the main thread that makes ``most`` updates pending delivers them on its own thread,
/// possibly during a delivery on the main thread. Correct as long as bursts are shorter.
final class BadDeliversWhereFull<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<UpdateCount>
  private let scheduler: any UpdateScheduler
  private let waiting = PendingStore<Update>()
  private let handler: SharedHandler<Deliver<Update>>

  /// The number of pending updates that triggers the delivery.
  private static var most: Int { 20 }

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.scheduler = scheduler
    let handler = SharedHandler(deliver, scheduler: scheduler)
    self.handler = handler
    inner = Coalescer(.nextPass, on: .scheduler(scheduler)) { [waiting] _ in
      if let update = waiting.take() { _ = handler.use { $0(update) } }
    }
  }

  func submit(_ update: Update) {
    guard !inner.isCancelled else { return }
    if waiting.merge(update) >= Self.most, !scheduler.isMain, let all = waiting.take() {
      // The defect.
      _ = handler.use { $0(all) }
    }
    inner.submit(.one)
  }

  func cancel() {
    inner.cancel()
    _ = waiting.take()
    handler.release()
  }

  var pendingCount: Int { inner.isCancelled ? 0 : waiting.count }
}
