import Coalesce

/// An app's handler, called on any thread and released on the main thread after its last use.
///
/// Thread safety: every member may be used from any thread.
package final class SharedHandler<Handler: Sendable>: Sendable {
  /// The owner and each use in progress refer to this object. Its deinit releases the handler.
  private final class Hold: Sendable {
    let box: HandlerBox<Handler>
    private let scheduler: any UpdateScheduler

    init(_ handler: Handler, _ scheduler: any UpdateScheduler) {
      box = HandlerBox(handler)
      self.scheduler = scheduler
    }

    deinit { box.release(on: scheduler) }
  }

  private let hold: Locked<Hold?>

  package init(_ handler: Handler, scheduler: any UpdateScheduler) {
    hold = Locked(Hold(handler, scheduler))
  }

  package func use<Result>(_ body: (Handler) -> Result) -> Result? {
    guard let hold = hold.withLock({ $0 }) else { return nil }
    return withExtendedLifetime(hold) { hold.box.content.map(body) }
  }

  package func release() {
    var released: Hold?
    hold.withLock { swap(&$0, &released) }
  }
}
