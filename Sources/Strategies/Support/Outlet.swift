import Coalesce

/// Calls a strategy's handler, but never during another delivery or after `cancel()`.
/// A caller that finds a delivery under way, as in a nested run loop, is turned away, which ``leave()`` reports.
///
/// Thread safety: `isCancelled` and `cancel` may be used from any thread, everything else only on the main thread. The
/// handler is released on the main thread.
package final class Outlet<Update: Sendable>: Sendable {
  private let scheduler: any UpdateScheduler
  private let handler: HandlerBox<@Sendable (Update) -> Void>
  private let cancelled = Atomic<Bool>(false)
  private let busy = Atomic<Bool>(false)
  private let missed = Atomic<Bool>(false)

  package init(_ scheduler: any UpdateScheduler, _ handler: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    self.handler = HandlerBox(handler)
  }

  deinit { handler.release(on: scheduler) }

  package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  package var isBusy: Bool { busy.load(ordering: .relaxed) }

  package func cancel() {
    cancelled.store(true, ordering: .releasing)
    handler.release(on: scheduler)
  }

  /// Starts a delivery, which ``leave()`` ends. Returns false if another delivery is under way.
  package func enter() -> Bool {
    guard !isBusy else {
      missed.store(true, ordering: .relaxed)
      return false
    }
    busy.store(true, ordering: .relaxed)
    return true
  }

  /// Calls the handler unless the strategy is cancelled. Call this only between `enter` and `leave`.
  package func call(_ update: Update) {
    guard !isCancelled else { return }
    handler.content?(update)
  }

  /// Ends the delivery that `enter` started. Returns whether another caller was turned away during it.
  package func leave() -> Bool {
    busy.store(false, ordering: .relaxed)
    return missed.exchange(false, ordering: .relaxed)
  }

  /// Outside deliveries, delivers what `take` returns, if anything, then runs `again` if a caller was turned away.
  package func deliver(_ take: () -> Update?, again: () -> Void) {
    guard enter() else { return }
    if let update = take() { call(update) }
    if leave() { again() }
  }
}

/// Wraps `handler` in the plain closure that strategies keep: a virtual main thread is not the main actor's.
func onMainActor<Update: Sendable>(
  _ handler: @escaping @MainActor (Update) -> Void
) -> @Sendable (Update) -> Void {
  { update in MainActor.assumeIsolated { handler(update) } }
}
