/// Holds an app's handler, which may hold views and so must be released on the main thread, by ``release(on:)``.
///
/// Thread safety: every member may be used from any thread unless it says otherwise.
package final class HandlerBox<Handler: Sendable>: Sendable {
  private let handler: Locked<Handler?>

  package init(_ handler: Handler? = nil) { self.handler = Locked(handler) }

  /// The handler. Read it on the main thread, or while the box holds it: the caller may get the last reference to it.
  package var content: Handler? { handler.withLock { $0 } }

  /// Reads under the lock, so that the box keeps the handler alive meanwhile. Any thread.
  func read<Result>(_ body: (Handler?) -> Result) -> Result { handler.withLock { body($0) } }

  /// Stores `newer` and releases the older handler before returning. On the main thread only.
  package func replace(_ newer: Handler?) {
    var newer = newer
    handler.withLock { swap(&$0, &newer) }
  }

  /// Stores `newer` at once, and has the main thread release the older handler. Any thread.
  func replace(_ newer: Handler, on scheduler: any UpdateScheduler) {
    guard !scheduler.isMain else { return replace(newer) }
    let older = HandlerBox()
    handler.withLock { handler in
      older.handler.withLock { swap(&handler, &$0) }
      handler = newer
    }
    older.release(on: scheduler)
  }

  /// Removes `gone` if the box still holds it, and releases it before returning. On the main thread only.
  package func remove(_ gone: Handler) where Handler: AnyObject {
    var ended: Handler?
    handler.withLock { if $0 === gone { swap(&$0, &ended) } }
  }

  /// Empties the box: at once if called on the main thread, otherwise in the main thread's next pass.
  package func release(on scheduler: any UpdateScheduler) {
    // The block captures the box: a captured handler would be released with the block, on whichever thread that is.
    guard !scheduler.isMain else { return replace(nil) }
    scheduler.onMain { self.replace(nil) }
  }
}
