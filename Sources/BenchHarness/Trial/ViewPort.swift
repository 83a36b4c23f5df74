import Coalesce
import CoalesceStrategies
import Synchronization

/// The way from a strategy's handler to its view.
///
/// Thread safety: on the main thread only, unless it says otherwise; handlers are called there.
public protocol ViewPort: AnyObject, Sendable {
  /// Reloads the view: it will show the model as it is at the layout commit.
  func reload()

  /// Reloads some sections of the view; bit n stands for the rows of section n.
  func reload(sections: UpdateFlags)

  /// Applies one change to the view.
  func apply(_ change: RowChange)

  /// Applies a change set, or reloads the rows that it carries.
  ///
  /// - Parameters:
  ///   - update: made from what ``snapshot()`` returned last.
  ///   - completed: called when the view has shown it and its animation has ended.
  func apply(_ update: ListUpdate<ListRow>, completed: @escaping @Sendable () -> Void)

  /// The rows that the model has now. Any thread, one at a time.
  func snapshot() -> [ListRow]

  /// Whether the view is in a window. Any thread.
  var isOnScreen: Bool { get }

  /// Whether the view may begin another animation.
  var canAnimate: Bool { get }
}

/// For ports of views without sections, batch updates or animations.
extension ViewPort {
  /// Reloads the whole view.
  public func reload(sections: UpdateFlags) { reload() }

  /// Reloads the whole view.
  public func apply(_ update: ListUpdate<ListRow>, completed: @escaping @Sendable () -> Void) {
    reload()
    completed()
  }

  /// No rows.
  public func snapshot() -> [ListRow] { [] }

  /// True.
  public var isOnScreen: Bool { true }

  /// True.
  public var canAnimate: Bool { true }
}

/// A counter that threads share, on cache lines of its own.
package final class PublishedCount: Sendable {
  private let before: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
  package let value = Atomic<Int>(0)
  private let after: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)

  package init() {}
}
