public import Coalesce
public import CoalesceStrategies

/// A list that shows rows by identity. The harness drives it on the main thread, from one thread
/// only.
///
/// A delivery is ``reload(sections:)`` or one of the two `apply`, then ``deliveryEnded()``. The two
/// `show` hand over the model: to a view that reads at its layout (as UIKit's do) at the end of the
/// turn, right before ``layOut(isOnScreen:)``; to any other before the reload.
public protocol ListView: AnyObject {
  /// Whether a reload reads its rows at the layout commit at the end of the turn.
  var readsAtLayout: Bool { get }

  /// Whether the turn must end with ``layOut(isOnScreen:)``.
  var needsLayout: Bool { get }

  /// What is shown of the rows that the trial has changed.
  var rows: ListRows { get }

  /// The visible rows that the trial has changed, read from the widgets; nil without a screen.
  var rowsOnScreen: [ListRow]? { get }

  /// Throws contents away, those of the sections whose bits are set.
  func reload(sections: UpdateFlags)

  /// Applies one row change at once, its row found by identity.
  func apply(_ change: RowChange)

  /// Applies a batch update.
  ///
  /// - Parameters:
  ///   - changes: what happened to the rows that are shown, by position.
  ///   - data: the rows afterwards, which inserted and reloaded rows are read from.
  /// - Throws: `StrategyError`; then nothing was applied.
  func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError)

  /// Takes in a change of the model since the last reload.
  func show(_ change: RowChange)

  /// Takes in all the rows of the model.
  func show(_ rows: ListRows)

  /// The layout commit: lays out the visible rows, of which there are none off screen.
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
