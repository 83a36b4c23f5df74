import BenchHarness
import BenchLibrarySupport
import Coalesce
import CoalesceStrategies

/// The handler of a strategy.
typealias Deliver<Update> = @Sendable (Update) -> Void

/// A strategy that wraps a correct one and forwards everything that it does not override.
protocol AroundCorrect: UpdateStrategy {
  associatedtype Inner: UpdateStrategy

  var inner: Inner { get }
}

extension AroundCorrect {
  func flush() { inner.flush() }

  func cancel() { inner.cancel() }

  var pendingCount: Int { inner.pendingCount }
}

/// A strategy that holds updates back and passes them to a correct strategy later.
protocol HoldingBack: AroundCorrect where Update: Mergeable, Inner == Coalescer<Update> {
  var waiting: PendingStore<Update> { get }

  var timer: any UpdateTimer { get }
}

extension HoldingBack {
  func handOver() {
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

/// Uses at most a quarter of the main thread's time, according to an estimate of a delivery's cost. Correct if the
/// estimate is 0; careless strategies make wrong estimates.
final class QuarterOfMain: HoldingBack {
  /// Estimates the cost of a delivery from the newest five durations of handlers, and of the gaps between a handler and
  /// the main thread's next block, in nanoseconds.
  typealias Belief = @Sendable (_ handlers: [UInt64], _ behind: [UInt64]) -> UInt64

  private struct Learnt {
    var number = 0
    var start: UInt64 = 0
    var handlers: [UInt64] = []
    var behind: [UInt64] = []
  }

  let inner: Coalescer<UpdateCount>
  let waiting = PendingStore<UpdateCount>()
  let timer: any UpdateTimer
  private let scheduler: any UpdateScheduler
  private let believe: Belief
  private let learnt = Locked(Learnt())

  init(
    scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>,
    believe: @escaping Belief
  ) {
    self.scheduler = scheduler
    self.believe = believe
    inner = Coalescer(.nextPass, on: .scheduler(scheduler)) { [learnt] update in
      let start = scheduler.nowNanoseconds
      deliver(update)
      let end = scheduler.nowNanoseconds
      let number = learnt.withLock { learnt in
        learnt.number += 1
        learnt.start = start
        learnt.handlers = (learnt.handlers + [end - start]).suffix(5)
        return learnt.number
      }
      scheduler.onMain {
        let passed = scheduler.nowNanoseconds - end
        learnt.withLock { learnt in
          // After an earlier delivery, the gap includes the newest one.
          if learnt.number == number { learnt.behind = (learnt.behind + [passed]).suffix(5) }
        }
      }
    }
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.handOver() }
  }

  func submit(_ update: UpdateCount) {
    guard waiting.merge(update) == update.updateCount else { return }
    let next = learnt.withLock { $0.start + 4 * believe($0.handlers, $0.behind) }
    if next <= scheduler.nowNanoseconds {
      handOver()
    } else {
      timer.schedule(deadlineNanoseconds: next)
    }
  }
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
    scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>,
    holdsItself: Bool = false,
    flush: @escaping Flush = { outlet, pending, again in
      outlet.deliver({ pending.take() }, again: again)
    }
  ) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler, deliver)
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
    scheduler: any UpdateScheduler, deliver: @escaping Deliver<RowChange>,
    add: @escaping @Sendable (inout [RowChange], RowChange) -> Void = { $0.append($1) },
    arrange: @escaping @Sendable ([RowChange]) -> [RowChange] = { $0 }
  ) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler, deliver)
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

/// Merges `newer` into `older` if that is not nil.
func merged<Update: Mergeable>(_ older: Update?, _ newer: Update) -> Update {
  guard var older else { return newer }
  older.merge(newer)
  return older
}
