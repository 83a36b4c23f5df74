/// Decides when updates submitted by any thread reach a view on the main thread.
///
/// One instance serves one view. The strategy decides *when* a delivery happens, the update's type
/// *what* it carries.
///
/// Every conforming type promises:
/// - After the last submission, the handler is called late enough to show the newest model.
/// - Deliveries happen on main only, never two at once, never inside each other, and never after
///   ``cancel()`` has returned on main.
/// - ``submit(_:)`` does bounded work and never waits for main.
/// - A strategy may be dropped at any time, unused or busy. That ends its deliveries.
///
/// Thread safety: every member may be used from any thread unless it says otherwise.
public protocol UpdateStrategy<Update>: AnyObject, Sendable {
  /// What one submission carries.
  associatedtype Update: Sendable

  /// Hands over one update. Any thread; bounded work; never waits for main.
  ///
  /// A strategy delivers inside this call only if its rule says so, and then on main only.
  func submit(_ update: Update)

  /// Delivers what is pending now. On main only. Inside a delivery it delivers nothing.
  func flush()

  /// Ends the strategy: what is pending is dropped and later submissions are ignored.
  ///
  /// When called on main, nothing is delivered after it returns. When called on another thread, a
  /// delivery that is under way may still finish.
  func cancel()

  /// How many updates are pending, counted as ``Mergeable/updateCount`` says.
  ///
  /// Exact while no other thread submits and no delivery is under way.
  var pendingCount: Int { get }
}

extension UpdateStrategy where Update == UpdateCount {
  /// Says that the view is out of date. Any thread.
  @inlinable
  public func setNeedsUpdate() { submit(.one) }
}
