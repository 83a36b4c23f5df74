import Coalesce

/// Lets go of the handler wherever it is cancelled or dropped.
///
/// Defect: a thread that cancels, or has the last reference, ends the handler and what that captured:
/// views, which must end on main. It behaves as long as main alone cancels and drops.
///
/// Origin: `handler = nil` in `cancel()`, and a `let handler` that ends with its owner.
///
/// Breaks: `releases-handler`.
final class BadReleasesOffMain<Update: Mergeable>: UpdateStrategy {
  private let handler: Handler
  private let inner: Coalescer<Update>

  private final class Handler: Sendable {
    // In a structure, for a bare closure gets another wrapping with each access through a generic.
    struct State { var deliver: (@Sendable (Update) -> Void)? }

    let state: Locked<State>

    init(_ deliver: @escaping @Sendable (Update) -> Void) {
      state = Locked(State(deliver: deliver))
    }
  }

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    let handler = Handler(deliver)
    self.handler = handler
    inner = Coalescer(.nextPass, scheduler: scheduler) { [weak handler] update in
      handler?.state.withLock { $0 }.deliver?(update)
    }
  }

  func submit(_ update: Update) { inner.submit(update) }

  func flush() { inner.flush() }

  func cancel() {
    inner.cancel()
    // The defect; outside the lock, for what ends may call out.
    var ended = Handler.State()
    handler.state.withLock { swap(&$0, &ended) }
  }

  var pendingCount: Int { inner.pendingCount }
}
