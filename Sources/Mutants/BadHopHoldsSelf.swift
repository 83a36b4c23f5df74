import Coalesce
import Strategies

/// A hop to main that holds the strategy.
///
/// Defect: dropped while its hop is on the way, it lives until that has run, and delivers to a view
/// whose owner is gone. It behaves as long as it is dropped while nothing waits.
///
/// Origin: `DispatchQueue.main.async { self.reload() }`.
///
/// Breaks: `safe-to-drop`.
final class BadHopHoldsSelf<Update: Mergeable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let pending = Update.Pending()

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler, deliver)
  }

  func submit(_ update: Update) {
    guard !outlet.isCancelled else { return }
    if pending.merge(update) == update.updateCount { post() }
  }

  func flush() {
    outlet.deliver({ pending.take() }, again: post)
  }

  func cancel() {
    outlet.cancel()
    _ = pending.take()
  }

  var pendingCount: Int { outlet.isCancelled ? 0 : pending.count }

  private func post() {
    // The defect: not weakly.
    scheduler.onMain { self.flush() }
  }
}
