public import Strategies

/// A list that shows rows by identity. The harness drives it on main, from one thread only.
///
/// A reload pays its fixed cost when it is asked for, and reads its data at the layout commit, as
/// UIKit does: `reload(share:)`, then at the end of the turn `show(_:)` for what the data has by
/// then, and `layOut(isOnScreen:)`.
public protocol ListView: AnyObject {
  /// Whether the turn must end with a layout commit.
  var needsLayout: Bool { get }

  /// What is shown.
  var rows: ListRows { get }

  /// Throws contents away; they are read anew at the layout commit.
  /// - Parameter share: how much of the list, 0 to 1; the cost is in proportion.
  func reload(share: Double)

  /// Applies one row change at once, its row found by identity.
  func apply(_ change: RowChange)

  /// Applies a batch update.
  /// - Parameters:
  ///   - changes: what happened to the rows that are shown, by position.
  ///   - data: the rows of the data source after it, which inserted and reloaded rows are read from.
  /// - Throws: ``StrategyError``, and then nothing was applied.
  func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError)

  /// Takes in a change of the model since the last reload; at the layout commit after one.
  func show(_ change: RowChange)

  /// Takes in all the rows of the model; at the layout commit after a reload.
  func show(_ rows: ListRows)

  /// How many animations have not ended at a time, in nanoseconds since the trial's start.
  func animationsInFlight(atNanoseconds now: UInt64) -> Int

  /// Begins the animation of an update.
  /// - Throws: ``TooManyAnimations``.
  func animate(atNanoseconds now: UInt64, until end: UInt64) throws(TooManyAnimations)

  /// The layout commit: lays out the visible rows, of which there are none off screen.
  func layOut(isOnScreen: Bool)
}

/// As many animations are in flight as there may be.
public struct TooManyAnimations: Error, CustomStringConvertible {
  /// What happened, then what to do.
  public var description: String {
    """
    \(RunningAnimations.limit) animations are in flight. Wait for one to end, or update without \
    animation.
    """
  }
}
