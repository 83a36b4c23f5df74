/// Decides when updates submitted by any thread reach a view on the main thread.
///
/// One instance serves one view. The strategy decides *when* a delivery happens, the update's type *what* it carries.
///
/// Every conforming type promises:
/// - The last delivery begins no earlier than the last submission, so the view ends up showing the newest model.
/// - Deliveries happen on the main thread only, one at a time, never nested, and never after ``cancel()``
///   has returned on the main thread.
/// - ``submit(_:)`` does bounded work and never waits for the main thread.
/// - A strategy may be released at any time, even unused or during a delivery. That ends its deliveries.
///
/// Thread safety: every member may be used from any thread unless it says otherwise.
public protocol UpdateStrategy<Update>: AnyObject, Sendable {
  /// The type of a submission.
  associatedtype Update: Sendable

  /// Submits one update. Any thread may call this; the work is bounded and never waits for the main thread. A strategy
  /// delivers inside this call only if its rule says so, and then on the main thread only.
  func submit(_ update: Update)

  /// Immediately delivers what is pending. Call this on the main thread only. Does nothing inside a delivery.
  func flush()

  /// Ends the strategy: drops what is pending and ignores later submissions. When called on the main thread, nothing is
  /// delivered after it returns. When called on another thread, a delivery that is under way may still finish.
  func cancel()

  /// How many updates are pending, by ``Mergeable/updateCount`` if merged. Inexact during submissions and deliveries.
  var pendingCount: Int { get }
}

extension UpdateStrategy where Update == UpdateCount {
  /// Marks the view as out of date, by submitting one update. Any thread may call this.
  @inlinable
  public func setNeedsUpdate() { submit(.one) }
}
