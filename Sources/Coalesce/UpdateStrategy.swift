/// Decides when updates that any thread submitted reach a view on the main thread.
///
/// One instance serves one view. A strategy decides *when* a delivery happens; the update type's
/// merge decides *what* it carries.
///
/// Every conforming type promises:
/// - After the last submission the handler is called late enough to show the newest model.
/// - Deliveries happen on main only, never two at once, never inside each other, and never after
///   ``cancel()`` has returned on main.
/// - ``submit(_:)`` does bounded work and never waits for main.
/// - Dropping the strategy, unused or busy, is safe and ends its deliveries.
///
/// Thread safety: every member may be used from any thread unless it says otherwise.
public protocol UpdateStrategy<Update>: AnyObject, Sendable {
  /// What one submission carries.
  associatedtype Update: Sendable

  /// Hands over one update. Any thread; bounded work; never waits for main.
  ///
  /// Only the strategies whose rule says so deliver inside this call, and then on main only.
  func submit(_ update: Update)

  /// Delivers what is pending now. On main only. Inside a delivery it delivers nothing.
  func flush()

  /// Ends the strategy: what is pending is dropped and later submissions are ignored.
  ///
  /// Called on main, no delivery follows its return. From another thread, one that is already
  /// under way may still end.
  func cancel()

  /// How many updates wait for delivery; merged state counts as ``Mergeable/updateCount`` says.
  ///
  /// Exact when no other thread submits and no delivery is under way.
  var pendingCount: Int { get }
}

extension UpdateStrategy where Update == UpdateCount {
  /// Says that the view is out of date. Any thread.
  @inlinable
  public func setNeedsUpdate() { submit(.one) }
}
