import Coalesce
import Strategies

/// Delivers until nothing is left, in one pass of main.
///
/// Defect: as long as updates come faster than deliveries are made, main does nothing else. It behaves
/// as soon as producers are slower than the view.
///
/// Origin: `while let next = queue.popFirst() { apply(next) }` on main.
///
/// Breaks: `no-starvation`.
final class BadDrainsForEver<Update: Mergeable>: UpdateStrategy {
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
    guard outlet.enter() else { return }
    // The defect.
    while let update = pending.take() { outlet.call(update) }
    if outlet.leave() { post() }
  }

  func cancel() {
    outlet.cancel()
    _ = pending.take()
  }

  var pendingCount: Int { outlet.isCancelled ? 0 : pending.count }

  private func post() {
    scheduler.onMain { [weak self] in self?.flush() }
  }
}
