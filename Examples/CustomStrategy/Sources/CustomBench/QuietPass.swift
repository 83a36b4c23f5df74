import Coalesce
import Synchronization

/// Reloads in the first pass of the main thread before which nothing new came, in the tenth at the latest.
final class QuietPass: UpdateStrategy {
  private struct State {
    var pending = 0, seen = 0, passes = 0
    var isPosted = false, isDelivering = false, isCancelled = false
  }

  private let state = Mutex(State())
  private let scheduler: any UpdateScheduler
  private let deliver: @Sendable (UpdateCount) -> Void

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (UpdateCount) -> Void) {
    self.scheduler = scheduler
    self.deliver = deliver
  }

  var pendingCount: Int { state.withLock { $0.pending } }

  func submit(_ update: UpdateCount) {
    state.withLock { state in
      guard !state.isCancelled else { return }
      state.pending += update.updateCount
      post(&state)
    }
  }

  func flush() {
    let count = state.withLock { state in
      guard !state.isDelivering, state.pending > 0 else { return 0 }
      defer { (state.pending, state.seen, state.passes, state.isDelivering) = (0, 0, 0, true) }
      return state.pending
    }
    guard count > 0 else { return }
    deliver(UpdateCount(count))
    state.withLock { state in
      state.isDelivering = false
      post(&state)
    }
  }

  func cancel() {
    state.withLock { ($0.isCancelled, $0.pending) = (true, 0) }
  }

  private func post(_ state: inout State) {
    guard state.pending > 0, !state.isPosted, !state.isDelivering else { return }
    state.isPosted = true
    scheduler.onMain { [weak self] in self?.pass() }
  }

  private func pass() {
    let isQuiet = state.withLock { state in
      state.isPosted = false
      guard state.pending > state.seen, state.passes < 10 else { return true }
      (state.seen, state.passes) = (state.pending, state.passes + 1)
      post(&state)
      return false
    }
    if isQuiet { flush() }
  }
}
