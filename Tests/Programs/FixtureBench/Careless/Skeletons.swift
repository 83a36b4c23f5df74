import BenchHarness
import BenchLibrarySupport
import Coalesce
import CoalesceStrategies

/// Holds updates back, and passes them to a correct strategy when they are due.
final class HoldingBack: UpdateStrategy {
  private let inner: Reload
  private let waiting = PendingStore<UpdateCount>()
  private let scheduler: any UpdateScheduler
  private let timer: any UpdateTimer
  private let due: @Sendable (_ isFirst: Bool) -> UInt64?

  /// After each submission, `due` returns when all that is waiting is due; nil leaves that as it is.
  init(
    _ scheduler: any UpdateScheduler, deliver: @escaping @Sendable () -> Void,
    due: @escaping @Sendable (_ isFirst: Bool) -> UInt64?
  ) {
    self.scheduler = scheduler
    self.due = due
    inner = Reload(.nextPass, on: .scheduler(scheduler)) { _ in deliver() }
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.handOver() }
  }

  func submit(_ update: UpdateCount) {
    let isFirst = waiting.merge(update) == update.updateCount
    guard let time = due(isFirst) else { return }
    if time <= scheduler.nowNanoseconds { return handOver() }
    timer.schedule(deadlineNanoseconds: time)
  }

  private func handOver() {
    if let update = waiting.take() { inner.submit(update) }
  }

  func flush() {
    handOver()
    inner.flush()
  }

  func cancel() {
    inner.cancel()
    timer.disarm()
    _ = waiting.take()
  }

  var pendingCount: Int { waiting.count + inner.pendingCount }
}

/// Delivers all pending updates in the main thread's next pass; the first pending one dispatches that. A correct
/// strategy, to which careless ones add a defect.
final class OneHop: UpdateStrategy {
  /// Delivers the pending updates; `again` makes another dispatch.
  typealias Flush =
    @Sendable (
      Outlet<UpdateCount>, _ pending: PendingStore<UpdateCount>, _ again: () -> Void
    ) -> Void

  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<UpdateCount>
  private let pending = PendingStore<UpdateCount>()
  private let holdsItself: Bool
  private let flushPending: Flush

  init(
    _ scheduler: any UpdateScheduler, holdsItself: Bool = false,
    deliver: @escaping @Sendable () -> Void,
    flush: @escaping Flush = { outlet, pending, again in
      outlet.deliver({ pending.take() }, again: again)
    }
  ) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler) { _ in deliver() }
    self.holdsItself = holdsItself
    flushPending = flush
  }

  func submit(_ update: UpdateCount) {
    guard !outlet.isCancelled else { return }
    if pending.merge(update) == update.updateCount { post() }
  }

  func flush() { flushPending(outlet, pending, post) }

  func cancel() {
    outlet.cancel()
    _ = pending.take()
  }

  var pendingCount: Int { outlet.isCancelled ? 0 : pending.count }

  private func post() {
    let held = holdsItself ? self : nil
    scheduler.onMain { [weak self] in (held ?? self)?.flush() }
  }
}

/// Applies pending row changes in order, a few in each pass of the main thread: a correct strategy, to which careless
/// ones add a defect.
final class RowBatches: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<RowChange>
  private let waiting = Locked<[RowChange]>([])
  private let add: @Sendable (inout [RowChange], RowChange) -> Void
  private let arrange: @Sendable ([RowChange]) -> [RowChange]

  /// The number of changes applied in one pass, so that the main thread gets to other work.
  private static let most = 8

  init(
    _ scheduler: any UpdateScheduler, _ port: any ViewPort,
    add: @escaping @Sendable (inout [RowChange], RowChange) -> Void = { $0.append($1) },
    arrange: @escaping @Sendable ([RowChange]) -> [RowChange] = { $0 }
  ) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler) { port.apply($0) }
    self.add = add
    self.arrange = arrange
  }

  func submit(_ update: RowChange) {
    guard !outlet.isCancelled else { return }
    let isFirst = waiting.withLock { waiting in
      add(&waiting, update)
      return waiting.count == 1
    }
    if isFirst { post() }
  }

  func flush() { apply(.max) }

  func cancel() {
    outlet.cancel()
    waiting.withLock { $0 = [] }
  }

  var pendingCount: Int { outlet.isCancelled ? 0 : waiting.withLock { $0.count } }

  private func apply(_ most: Int) {
    guard outlet.enter() else { return }
    let batch = waiting.withLock { waiting in
      let batch = Array(waiting.prefix(most))
      waiting.removeFirst(batch.count)
      return batch
    }
    arrange(batch).forEach(outlet.call)
    if outlet.leave() || pendingCount > 0 { post() }
  }

  private func post() {
    scheduler.onMain { [weak self] in self?.apply(Self.most) }
  }
}
