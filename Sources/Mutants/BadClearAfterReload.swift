import Coalesce

/// Clears what is pending after the delivery, not before it.
///
/// Defect: what is submitted while a delivery is under way finds something pending, arranges nothing,
/// and is erased together with what was delivered. It behaves as long as nothing is submitted during
/// a delivery.
///
/// Origin: hand-made "needs reload" flags (`reload(); needsReload = false`), and the common
/// description of dispatch sources, that their data is reset after the handler.
///
/// Breaks: `final-state`, `nothing-lost`.
final class BadClearAfterReload<Update: Mergeable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let handler: HandlerBox<@Sendable (Update) -> Void>
  private let state = Locked(State())

  private struct State {
    var pending: Update?
    var isBusy = false
    var isCancelled = false
  }

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    handler = HandlerBox(deliver)
  }

  deinit { handler.release(on: scheduler) }

  func submit(_ update: Update) {
    let isFirst = state.withLock { state in
      guard !state.isCancelled else { return false }
      defer { state.pending = merged(state.pending, update) }
      return state.pending == nil
    }
    guard isFirst else { return }
    scheduler.onMain { [weak self] in self?.flush() }
  }

  func flush() {
    let update = state.withLock { state in
      guard !state.isBusy else { return Update?.none }
      state.isBusy = state.pending != nil
      return state.pending
    }
    guard let update else { return }
    handler.content?(update)
    state.withLock { state in
      state.isBusy = false
      // The defect: this is more than was delivered.
      state.pending = nil
    }
  }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.pending = nil
    }
    handler.release(on: scheduler)
  }

  var pendingCount: Int { state.withLock { $0.pending?.updateCount ?? 0 } }
}
