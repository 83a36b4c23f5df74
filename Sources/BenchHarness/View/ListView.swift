public import Coalesce
public import CoalesceStrategies

/// A list that shows rows by identity. The harness drives it on the main thread, from one thread only.
///
/// A delivery is ``reload(sections:)``, a change set, or one or more changes, then ``deliveryEnded()``. The two `show`
/// hand over the model: to a view that reads at its layout (as UIKit's do) at the end of the turn, right before
/// ``layOut(isOnScreen:)``; to any other before the reload.
public protocol ListView: AnyObject {
  /// Whether a reload reads its rows at the layout commit at the end of the turn.
  var readsAtLayout: Bool { get }

  /// Whether the turn must end with ``layOut(isOnScreen:)``.
  var needsLayout: Bool { get }

  /// The rows that the trial has changed, as the view shows them.
  var rows: ListRows { get }

  /// The visible rows that the trial has changed, read from the widgets; nil without a screen.
  var rowsOnScreen: [ListRow]? { get }

  /// Discards the contents of the sections whose bits are set.
  func reload(sections: UpdateFlags)

  /// Applies a change at once to the row of its identity.
  func apply(_ change: RowChange)

  /// Applies `changes` to the rows that are shown, by position. `data` has the rows afterwards, which inserted and
  /// reloaded rows are read from. If it throws, it has applied nothing.
  func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError)

  /// Hands over a change of the model since the last reload.
  func show(_ change: RowChange)

  /// Hands over all rows of the model.
  func show(_ rows: ListRows)

  /// The layout commit: lays out the visible rows; off screen there are none.
  func layOut(isOnScreen: Bool)

  /// A delivery is over. A view with frames asks for one here: it says when the delivery is shown.
  func deliveryEnded()

  /// The view leaves its window, or comes back.
  func setOnScreen(_ isOnScreen: Bool)
}

extension ListView {
  /// False.
  public var needsLayout: Bool { false }
  /// Nil.
  public var rowsOnScreen: [ListRow]? { nil }
  /// Nothing.
  public func layOut(isOnScreen: Bool) {}
  /// Nothing.
  public func deliveryEnded() {}
  /// Nothing.
  public func setOnScreen(_ isOnScreen: Bool) {}
}
