import Strategies

/// Delivers when so many updates wait, or some time after the first of them.
final class Batch<Update: Mergeable>: UpdateStrategy {
  private let pending = Update.Pending()
  private let size: Int
  private let wait: Duration
  private let scheduler: any UpdateScheduler
  private let timer: any UpdateTimer
  private let outlet: Outlet<Update>

  init(
    size: Int, wait: Duration, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.size = size
    self.wait = wait
    self.scheduler = scheduler
    timer = scheduler.makeTimer()
    outlet = Outlet(deliver)
    timer.setHandler { [weak self] in self?.flush() }
  }

  func submit(_ update: Update) {
    if pending.merge(update) {
      timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + wait.wholeNanoseconds)
    }
    if pending.count == size { deliverSoon() }
  }

  func flush() { outlet.deliver({ pending.take() }, again: deliverSoon) }

  func cancel() {
    outlet.cancel()
    timer.disarm()
    _ = pending.take()
  }

  var pendingCount: Int { pending.count }

  private func deliverSoon() { scheduler.onMain { [weak self] in self?.flush() } }
}
