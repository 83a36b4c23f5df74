import BenchHarness
import Coalesce
import CoalesceStrategies

/// Makes a delivery of whatever waits, and does not look whether one is under way.
///
/// Defect: a handler that turns the run loop, as one does that shows an alert, or that flushes, has
/// the next delivery made inside it. It behaves as long as handlers do neither.
///
/// Origin: every hand-made `setNeedsReload` without a flag for the reload itself.
func badTurnNests(
  scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>
) -> OneHop {
  OneHop(scheduler: scheduler, deliver: deliver) { outlet, pending, _ in
    // The defect: nobody asks whether a delivery is under way.
    if let update = pending.take() { outlet.call(update) }
  }
}

/// Delivers until nothing is left, in one pass of main.
///
/// Defect: as long as updates come faster than deliveries are made, main does nothing else. It behaves
/// as soon as producers are slower than the view.
///
/// Origin: `while let next = queue.popFirst() { apply(next) }` on main.
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

/// Delivers whenever its hop comes.
///
/// Defect: a hop that finds the store empty, for a flush was there before, makes a delivery of nothing:
/// a reload that shows what is shown. It behaves as long as nobody flushes.
///
/// Origin: `take() ?? 1` in the handler of a dispatch source.
func badDeliversEmpty(
  scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>
) -> OneHop {
  OneHop(scheduler: scheduler, deliver: deliver) { outlet, pending, again in
    // The defect.
    outlet.deliver({ pending.take() ?? .one }, again: again)
  }
}

/// Looks only when a delivery begins whether it was cancelled.
///
/// Defect: cancelled while it takes its snapshot, it shows that. It behaves as long as reading the
/// model has no consequences.
///
/// Origin: `guard !isCancelled` in front of a function that calls out twice.
func badLooksOnce(scheduler: any UpdateScheduler, port: any ViewPort) -> OneHop {
  OneHop(
    scheduler: scheduler,
    deliver: { _ in
      let rows = port.snapshot()
      // The defect: nobody looks here.
      port.apply(.reload(rows: rows), completed: {})
    })
}

/// A hop to main that holds the strategy.
///
/// Defect: dropped while its hop is on the way, it lives until that has run, and delivers to a view
/// whose owner is gone. It behaves as long as it is dropped while nothing waits.
///
/// Origin: `DispatchQueue.main.async { self.reload() }`.
func badHopHoldsSelf(
  scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>
) -> OneHop {
  OneHop(scheduler: scheduler, deliver: deliver, holdsItself: true)
}

/// Clears what is pending after the delivery, not before it.
///
/// Defect: what is submitted while a delivery is under way finds something pending, arranges nothing,
/// and is erased together with what was delivered. It behaves as long as nothing is submitted during
/// a delivery.
///
/// Origin: hand-made "needs reload" flags (`reload(); needsReload = false`), and the common
/// description of dispatch sources, that their data is reset after the handler.
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
    // The defect: this is more than was delivered.
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

/// A buffer that main drains, wherever main happens to be.
///
/// Defect: submitted on main inside a delivery, an update is delivered at once, inside that one: A
/// begins, B begins and ends, A ends, and the stack grows with every level. A hop for each update
/// from elsewhere. It behaves as long as deliveries submit nothing and do not turn the run loop.
///
/// Origin: Texture's `ASMainSerialQueue`.
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
    // The defect: main may be in the middle of a drain.
    if scheduler.isMain {
      flush()
    } else {
      scheduler.onMain { [weak self] in self?.flush() }
    }
  }

  /// One that came in beside cancel() is dropped by the outlet.
  func flush() {
    while let update = buffer.popFirst() { outlet.call(update) }
  }

  func cancel() {
    outlet.cancel()
    buffer.removeAll()
  }

  var pendingCount: Int { buffer.count }
}

/// Delivers on the producer's thread when too much waits.
///
/// Defect: with ``most`` updates waiting, whoever submits the next one delivers them where it is, on
/// main or not, beside a delivery that main may be making. It behaves as long as bursts are shorter.
///
/// Origin: queues that are emptied by whoever finds them full, and `reloadData()` in the completion
/// handler of a request.
final class BadDeliversWhereFull<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<UpdateCount>
  private let scheduler: any UpdateScheduler
  private let waiting = PendingStore<Update>()
  private let handler: SharedHandler<Deliver<Update>>

  /// How many updates may wait.
  private static var most: Int { 20 }

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.scheduler = scheduler
    let handler = SharedHandler(deliver, scheduler: scheduler)
    self.handler = handler
    inner = Coalescer(.nextPass, scheduler: scheduler) { [waiting] _ in
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
