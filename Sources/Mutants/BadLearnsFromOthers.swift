import Coalesce

/// Takes whatever passes between a delivery and main's next block for the cost of the delivery.
///
/// Defect: one second of other work behind a delivery, as at an app's launch, counts as a delivery of
/// one second, and the next update, alone, waits for four. It behaves as long as main has nothing else
/// to do right behind a delivery.
///
/// Origin: the first `budgeted` of this project, which believed its first sample.
///
/// Breaks: `survives-busy-main`.
final class BadLearnsFromOthers<Update: Mergeable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let waiting = Update.Pending()
  private let due: Coalescer<Update>
  private let timer: any UpdateTimer
  private let learnt: Learnt

  /// What is known of the last delivery.
  private final class Learnt: Sendable {
    let state = Locked((number: 0, next: UInt64(0)))
  }

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    let learnt = Learnt()
    self.learnt = learnt
    due = Coalescer(.nextPass, scheduler: scheduler) { update in
      let start = scheduler.nowNanoseconds
      deliver(update)
      let number = learnt.state.withLock { state in
        state.number += 1
        return state.number
      }
      // The defect: other work may stand in front of this, and once is enough.
      scheduler.onMain {
        let cost = scheduler.nowNanoseconds - start
        learnt.state.withLock { if $0.number == number { $0.next = start + 4 * cost } }
      }
    }
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.handOver() }
  }

  func submit(_ update: Update) {
    guard waiting.merge(update) == update.updateCount else { return }
    let next = learnt.state.withLock { $0.next }
    if next <= scheduler.nowNanoseconds {
      handOver()
    } else {
      timer.schedule(deadlineNanoseconds: next)
    }
  }

  func flush() {
    handOver()
    due.flush()
  }

  func cancel() {
    due.cancel()
    timer.disarm()
    _ = waiting.take()
  }

  var pendingCount: Int { waiting.count + due.pendingCount }

  private func handOver() {
    if let update = waiting.take() { due.submit(update) }
  }
}
