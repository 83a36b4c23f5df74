/// Keeps what an app handed in to be called on main, and lets go of it on main only: it may hold views.
///
/// Thread safety: every member may be used from any thread.
package final class HandlerBox<Handler: Sendable>: Sendable {
  private struct State {
    var handler: Handler?
    /// How many are using it off main at this moment.
    var users = 0
    var isReleased = false
  }

  private let state: Locked<State>

  /// A box with `handler` in it, or an empty one.
  package init(_ handler: Handler? = nil) { state = Locked(State(handler: handler)) }

  /// What is in it; for callers on main, who let go of it there.
  package var content: Handler? { state.withLock { $0.handler } }

  /// Puts `handler` in; what was in it ends here. On main.
  package func replace(_ handler: Handler?) {
    var handler = handler
    state.withLock { swap(&$0.handler, &handler) }
  }

  /// Takes `handler` out if it is still in; it ends here, or with its last user. On main.
  package func remove(_ handler: Handler) where Handler: AnyObject {
    state.withLock { if $0.handler === handler { $0.handler = nil } }
  }

  /// Uses the handler off main: it does not end before `body` has, and not on this thread.
  package func use<Result>(
    on scheduler: any UpdateScheduler, _ body: (Handler) -> Result
  ) -> Result? {
    let isThere = state.withLock { state in
      guard !state.isReleased else { return false }
      state.users += 1
      return true
    }
    guard isThere else { return nil }
    defer {
      let isLast = state.withLock { state in
        state.users -= 1
        return state.isReleased && state.users == 0
      }
      if isLast { empty(on: scheduler) }
    }
    return content.map(body)
  }

  /// Empties the box: at once on main, else in main's next pass.
  package func release(on scheduler: any UpdateScheduler) {
    let isUsed = state.withLock { state in
      state.isReleased = true
      return state.users > 0
    }
    if !isUsed { empty(on: scheduler) }
  }

  /// The block holds the box and not its content, which would end with whoever lets go of the block
  /// last.
  private func empty(on scheduler: any UpdateScheduler) {
    guard !scheduler.isMain else { return replace(nil) }
    scheduler.onMain { self.replace(nil) }
  }
}
