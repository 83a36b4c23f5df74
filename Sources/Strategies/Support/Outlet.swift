import Coalesce
import Synchronization

/// The door through which one strategy calls its handler: one delivery at a time, none inside
/// another, none after the strategy was cancelled.
///
/// A caller
/// that finds the door taken (its handler turned the run loop, or submitted again) goes away;
/// ``leave()`` tells the one inside that somebody came.
///
/// Thread safety: `isCancelled` and `cancel` from any thread, everything else on main only.
/// The handler is let go of by ``cancel()`` and when the outlet ends, on main only.
package final class Outlet<Update: Sendable>: Sendable {
  private let scheduler: any UpdateScheduler
  private let handler: HandlerBox<@Sendable (Update) -> Void>
  private let cancelled = Atomic<Bool>(false)
  private let busy = Atomic<Bool>(false)
  private let missed = Atomic<Bool>(false)

  /// - Parameters:
  ///   - scheduler: where main comes from.
  ///   - handler: called on main, unless the strategy was cancelled.
  package init(_ scheduler: any UpdateScheduler, _ handler: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    self.handler = HandlerBox(handler)
  }

  deinit { handler.release(on: scheduler) }

  package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  package var isBusy: Bool { busy.load(ordering: .relaxed) }

  /// Ends all deliveries: no later call of the handler begins.
  package func cancel() {
    cancelled.store(true, ordering: .releasing)
    handler.release(on: scheduler)
  }

  /// Returns whether deliveries may be made until ``leave()``.
  package func enter() -> Bool {
    guard !isBusy else {
      missed.store(true, ordering: .relaxed)
      return false
    }
    busy.store(true, ordering: .relaxed)
    return true
  }

  /// Calls the handler, unless the strategy was cancelled. Only between `enter` and `leave`.
  package func call(_ update: Update) {
    guard !isCancelled else { return }
    handler.content?(update)
  }

  /// Ends what `enter` began. Returns whether another delivery was turned away meanwhile.
  package func leave() -> Bool {
    busy.store(false, ordering: .relaxed)
    return missed.exchange(false, ordering: .relaxed)
  }

  /// Makes one delivery of what `take` answers, if anything.
  ///
  /// - Parameters:
  ///   - take: empties the store, before the handler reads the model.
  ///   - around: wraps the call of the handler.
  ///   - again: runs if somebody was turned away meanwhile.
  package func deliver(
    _ take: () -> Update?,
    around: (() -> Void) -> Void = { $0() },
    again: () -> Void
  ) {
    guard enter() else { return }
    if let update = take() { around { call(update) } }
    if leave() { again() }
  }
}

/// Turns a handler that lives on the main actor into the plain closure that strategies keep.
///
/// Strategies keep a plain closure that is *called on main*, for in virtual time main is whichever
/// thread runs the simulation, and that is not the main actor's.
func onMainActor<Update: Sendable>(
  _ handler: @escaping @MainActor (Update) -> Void
) -> @Sendable (Update) -> Void {
  { update in MainActor.assumeIsolated { handler(update) } }
}
