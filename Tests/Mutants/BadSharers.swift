import BenchHarness
import Coalesce

/// Submits what must not wait as anything else.
///
/// Defect: it waits for its turn behind all other views that are due. It behaves as long as at most
/// one is.
///
/// Origin: a fair queue of views.
func badWaitsItsTurn(_ coalescer: Coalescer<UpdateCount>) -> AttachedStrategy.Powers {
  var powers = AttachedStrategy.Powers(coalescer) { _ in .one }
  // The defect.
  powers.submitWithin = { _, _ in coalescer.submit(.one) }
  return powers
}

/// Starts a task in its handler and does not wait for it.
///
/// Defect: the handler took nothing, so the next delivery comes at once, whatever the tasks take of
/// main. It behaves as long as they take little.
///
/// Origin: `Task { await self.reload() }` in a handler that is not asynchronous.
func badStartsTasks(_ coalescer: Coalescer<UpdateCount>) -> AttachedStrategy.Powers {
  var powers = AttachedStrategy.Powers(coalescer) { _ in .one }
  powers.setTask = { _, work in
    // The defect.
    coalescer.onDelivery { _ = Task { await work() } }
  }
  return powers
}

/// Holds back what may wait for as long as anything must not.
///
/// Defect: one view that goes on being urgent keeps all others from being shown. It behaves as long
/// as nothing is urgent for longer than a moment.
///
/// Origin: "first what is urgent, then the rest".
final class BadUrgentFirst: HoldingBack, WithPowers {
  /// What the views of a screen share.
  struct Screen: Sendable {
    let group: CoalescerGroup
    let lastUrgent = Locked<UInt64?>(nil)
  }

  /// For how long the others wait after something urgent.
  static let moment = Duration.milliseconds(20)

  let inner: Coalescer<UpdateCount>
  let waiting = UpdateCount.Pending()
  let timer: any UpdateTimer
  private let screen: Screen
  private let scheduler: any UpdateScheduler

  init(
    on screen: Screen, scheduler: any UpdateScheduler, deliver: @escaping Deliver<UpdateCount>
  ) {
    (self.screen, self.scheduler) = (screen, scheduler)
    inner = Coalescer(.nextPass, in: screen.group, scheduler: scheduler, onDelivery: deliver)
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.look() }
  }

  func submit(_ update: UpdateCount) {
    if waiting.merge(update) == update.updateCount { look() }
  }

  private func look() {
    let last = screen.lastUrgent.withLock { $0 }
    let next = last.map { $0 + Self.moment.wholeNanoseconds } ?? 0
    // The defect: it has waited before.
    if next > scheduler.nowNanoseconds {
      timer.schedule(deadlineNanoseconds: next)
    } else {
      handOver()
    }
  }

  var powers: AttachedStrategy.Powers {
    var powers = AttachedStrategy.Powers(inner) { _ in .one }
    powers.submitWithin = { [self] in
      screen.lastUrgent.withLock { $0 = scheduler.nowNanoseconds }
      handOver()
      inner.submit(.one, within: $1)
    }
    powers.cancelPending = { [self] in
      _ = waiting.take()
      timer.disarm()
      inner.cancelPending()
    }
    return powers
  }
}
