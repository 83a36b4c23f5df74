/// Holds a handler of the app, and releases it on the main thread only, because it may hold views.
///
/// Thread safety: every member may be used from any thread.
package final class HandlerBox<Handler: Sendable>: Sendable {
  private let handler: Locked<Handler?>

  package init(_ handler: Handler? = nil) { self.handler = Locked(handler) }

  /// On the main thread, so that it is released there.
  package var content: Handler? { handler.withLock { $0 } }

  /// Puts `newer` in and releases the older one here. On the main thread.
  package func replace(_ newer: Handler?) {
    var newer = newer
    handler.withLock { swap(&$0, &newer) }
  }

  /// Puts `newer` in and releases the older one on the main thread.
  func replace(_ newer: Handler, on scheduler: any UpdateScheduler) {
    guard !scheduler.isMain else { return replace(newer) }
    let older = HandlerBox()
    handler.withLock { handler in
      older.handler.withLock { swap(&handler, &$0) }
      handler = newer
    }
    older.release(on: scheduler)
  }

  /// Takes `gone` out if it is still in, and releases it here. On the main thread.
  package func remove(_ gone: Handler) where Handler: AnyObject {
    var ended: Handler?
    handler.withLock { if $0 === gone { swap(&$0, &ended) } }
  }

  /// Empties the box: at once on the main thread, else in its next pass.
  package func release(on scheduler: any UpdateScheduler) {
    // The block holds the box, because its content would end with the block's last reference.
    guard !scheduler.isMain else { return replace(nil) }
    scheduler.onMain { self.replace(nil) }
  }
}
