import Coalesce
import Foundation

/// Reloads in the first main-thread pass that finds nothing new since the pass before, or after ten that do.
final class QuietPass: UpdateStrategy, @unchecked Sendable {
  private struct State {
    var pending = 0, seen = 0, passes = 0
    var isPosted = false, isDelivering = false
    /// Nil after cancellation, which releases the view.
    var deliver: (@Sendable (UpdateCount) -> Void)?
  }

  // `@unchecked` is safe: only `locked` uses `state`.
  private let lock = NSLock()
  private var state = State()
  private let scheduler: any UpdateScheduler

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (UpdateCount) -> Void) {
    self.scheduler = scheduler
    locked { $0.deliver = deliver }
  }

  private func locked<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  var pendingCount: Int { locked { $0.pending } }

  func submit(_ update: UpdateCount) {
    locked { state in
      guard state.deliver != nil else { return }
      state.pending += update.updateCount
      post(&state)
    }
  }

  func flush() {
    let (count, deliver) = locked { state in
      guard !state.isDelivering, state.pending > 0 else { return (0, state.deliver) }
      defer { (state.pending, state.seen, state.passes, state.isDelivering) = (0, 0, 0, true) }
      return (state.pending, state.deliver)
    }
    guard count > 0, let deliver else { return }
    deliver(UpdateCount(count))
    locked { state in
      state.isDelivering = false
      post(&state)
    }
  }

  func cancel() {
    let released = locked { state in
      defer { (state.deliver, state.pending) = (nil, 0) }
      return state.deliver
    }
    // The closure may hold the last reference to a view, which must be released on the main thread.
    if let released, !scheduler.isMain { scheduler.onMain { withExtendedLifetime(released) {} } }
  }

  deinit { cancel() }

  private func post(_ state: inout State) {
    guard state.pending > 0, !state.isPosted, !state.isDelivering else { return }
    state.isPosted = true
    scheduler.onMain { [weak self] in self?.pass() }
  }

  private func pass() {
    let isQuiet = locked { state in
      state.isPosted = false
      guard state.pending > state.seen, state.passes < 10 else { return true }
      (state.seen, state.passes) = (state.pending, state.passes + 1)
      post(&state)
      return false
    }
    if isQuiet { flush() }
  }
}
