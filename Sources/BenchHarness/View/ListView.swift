public import Coalesce
public import CoalesceStrategies

/// A list that shows rows by identity. The harness calls it on the main thread only.
///
/// A delivery is ``reload(sections:)``, a change set, or one or more changes, followed by ``deliveryEnded()``. Both
/// `show` methods hand over the model: to a view that reads rows during layout, as UIKit's views do, right before
/// ``layOut(isOnScreen:)`` at the end of the turn; to any other view, right before the reload.
public protocol ListView: AnyObject {
  /// Whether a reload reads its rows at the layout commit, at the end of the turn.
  var readsAtLayout: Bool { get }

  /// Whether the turn must end with ``layOut(isOnScreen:)``.
  var needsLayout: Bool { get }

  /// The rows that the trial has changed, as the view shows them.
  var rows: ListRows { get }

  /// The visible rows that the trial has changed, read from the widgets; nil without a screen.
  var rowsOnScreen: [ListRow]? { get }

  /// Discards the contents of the sections whose bits are set.
  func reload(sections: UpdateFlags)

  /// Applies a change immediately, to the row with the same identity.
  func apply(_ change: RowChange)

  /// Applies `changes`, by position, to the rows that are shown. `data` holds the rows after the changes;
  /// inserted and reloaded rows are read from it. If this throws, nothing was applied.
  func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError)

  /// Hands over a change made to the model since the last reload.
  func show(_ change: RowChange)

  /// Hands over all rows of the model.
  func show(_ rows: ListRows)

  /// Performs the layout commit: lays out the visible rows. If `isOnScreen` is false, no row is visible.
  func layOut(isOnScreen: Bool)

  /// Called when a delivery is over. A view with its own frames requests a frame here, which then shows the delivery.
  func deliveryEnded()

  /// Removes the view from its window, or puts it back.
  func setOnScreen(_ isOnScreen: Bool)
}

extension ListView {
  /// False by default.
  public var needsLayout: Bool { false }
  /// Nil by default.
  public var rowsOnScreen: [ListRow]? { nil }
  /// Does nothing by default.
  public func layOut(isOnScreen: Bool) {}
  /// Does nothing by default.
  public func deliveryEnded() {}
  /// Does nothing by default.
  public func setOnScreen(_ isOnScreen: Bool) {}
}
