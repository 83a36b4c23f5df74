import Coalesce
import Synchronization

/// Makes a delivery of whatever waits, and does not look whether one is under way.
///
/// Defect: a handler that turns the run loop, as one does that shows an alert, or that flushes, has
/// the next delivery made inside it. It behaves as long as handlers do neither.
///
/// Origin: every hand-made `setNeedsReload` without a flag for the reload itself.
///
/// Breaks: `never-nested`.
final class BadTurnNests<Update: Mergeable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let handler: HandlerBox<@Sendable (Update) -> Void>
  private let pending = Update.Pending()
  private let isCancelled = Atomic<Bool>(false)

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    handler = HandlerBox(deliver)
  }

  deinit { handler.release(on: scheduler) }

  func submit(_ update: Update) {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    guard pending.merge(update) == update.updateCount else { return }
    scheduler.onMain { [weak self] in self?.flush() }
  }

  func flush() {
    // The defect: nobody asks whether a delivery is under way.
    guard let update = pending.take(), !isCancelled.load(ordering: .acquiring) else { return }
    handler.content?(update)
  }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    _ = pending.take()
    handler.release(on: scheduler)
  }

  var pendingCount: Int { isCancelled.load(ordering: .acquiring) ? 0 : pending.count }
}
