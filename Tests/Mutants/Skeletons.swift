import BenchHarness
import Coalesce
import CoalesceStrategies

/// The handler of a strategy.
typealias Deliver<Update> = @Sendable (Update) -> Void

/// A mutant around a correct strategy, which does all that the mutant does not say itself.
protocol AroundCorrect: UpdateStrategy {
  associatedtype Inner: UpdateStrategy

  var inner: Inner { get }
}

extension AroundCorrect {
  func flush() { inner.flush() }

  func cancel() { inner.cancel() }

  var pendingCount: Int { inner.pendingCount }
}

/// A mutant that holds updates back, and hands them over to a correct strategy when it sees fit.
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

/// Takes a quarter of main's time at the most, by what a delivery is believed to take: a correct
/// strategy where that is nothing. Mutants believe something else.
final class QuarterOfMain: HoldingBack {
  /// Makes of what handlers took, and of what passed between them and main's next block, what a
  /// delivery takes; of the newest five, in nanoseconds.
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
    inner = Coalescer(.nextPass, scheduler: scheduler) { [learnt] update in
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
          // Behind an earlier one stands the newest.
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

/// Delivers all that waits in main's next pass, for which the first that waits makes a hop: a correct
/// strategy, to which mutants add a defect.
final class OneHop: UpdateStrategy {
  /// Delivers what is pending; `again` makes another hop.
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

/// Applies what waits, a few row changes a pass of main, in order: a correct strategy, to which
/// mutants add a defect.
final class RowBatches: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<RowChange>
  private let waiting = Locked<[RowChange]>([])
  private let add: @Sendable (inout [RowChange], RowChange) -> Void
  private let arrange: @Sendable ([RowChange]) -> [RowChange]

  /// How many changes are applied in one pass, so that main gets to other work.
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

/// `newer` merged into `older`, if there is any.
func merged<Update: Mergeable>(_ older: Update?, _ newer: Update) -> Update {
  guard var older else { return newer }
  older.merge(newer)
  return older
}
