import Coalesce
import CoalesceStrategies

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

  /// Applies a batch of changes to the view, or reloads it if there were too many.
  func apply(_ batch: RowBatch)

  /// Applies a change set made from what ``snapshot()`` returned last, or reloads the rows that it carries. Calls
  /// `completed` when the view has shown it and its animation has ended.
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

  /// Applies one change after another, or reloads.
  public func apply(_ batch: RowBatch) {
    if batch.isReload { reload() }
    for change in batch.changes { apply(change) }
  }

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

/// A counter that threads share, on a cache line of its own.
package final class PublishedCount: Sendable {
  package let value = Atomic<Int>(onItsOwnLine: 0)

  package init() {}
}
