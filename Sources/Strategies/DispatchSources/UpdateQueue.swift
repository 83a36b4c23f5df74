/// A serial queue on which an item can make later items wait, even after the item has returned.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateQueue: AnyObject, Sendable {
  /// Runs `work` off the main thread, after all earlier items. Later items wait until `release` is called, which must
  /// happen exactly once: in `work`, or in code to which `work` passes `release`.
  func async(_ work: @escaping @Sendable (_ release: @escaping @Sendable () -> Void) -> Void)
}
