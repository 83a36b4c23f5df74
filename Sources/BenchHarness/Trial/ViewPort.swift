import Coalesce
import CoalesceStrategies

/// The interface through which a strategy's handler updates its view.
///
/// Thread safety: call members on the main thread, where handlers run, unless their documentation says otherwise.
public protocol ViewPort: AnyObject, Sendable {
  /// Reloads the view, which reads the model immediately or at the layout commit; see ``ListView/readsAtLayout``.
  func reload()

  /// Reloads the sections whose bits are set; bit n is section n.
  func reload(sections: UpdateFlags)

  /// Applies one change to the view.
  func apply(_ change: RowChange)

  /// Applies a batch of changes to the view, or reloads the view if there were too many.
  func apply(_ batch: RowBatch)

  /// Redraws the view with these changes, the next of a stream, and all earlier ones.
  func append(_ changes: [RowChange])

  /// Applies a change set computed from the latest ``snapshot()``, or reloads the view with the rows in `update`. Calls
  /// `completed` once the update is made and its animation, if any, has ended.
  func apply(_ update: ListUpdate<ListRow>, completed: @escaping @Sendable () -> Void)

  /// The model's current rows. May be called on any thread, one call at a time.
  func snapshot() -> [ListRow]

  /// The most row changes in one delivery that take no longer than a reload, whichever rows they are.
  var rowLimit: Int { get }

  /// Whether the view is in a window. May be called on any thread.
  var isOnScreen: Bool { get }

  /// Whether the view may begin another animation.
  var canAnimate: Bool { get }
}

/// Defaults for views without sections, batch updates or animations.
extension ViewPort {
  /// Reloads the whole view.
  public func reload(sections: UpdateFlags) { reload() }

  /// Applies the changes one by one, or reloads the view if there were too many.
  public func apply(_ batch: RowBatch) {
    if batch.isReload { reload() }
    for change in batch.changes { apply(change) }
  }

  /// Applies the changes as one batch.
  public func append(_ changes: [RowChange]) { apply(RowBatch(all: changes)) }

  /// Reloads the whole view, then calls `completed`.
  public func apply(_ update: ListUpdate<ListRow>, completed: @escaping @Sendable () -> Void) {
    reload()
    completed()
  }

  /// Returns no rows.
  public func snapshot() -> [ListRow] { [] }

  /// 32 by default.
  public var rowLimit: Int { 32 }

  /// True by default.
  public var isOnScreen: Bool { true }

  /// True by default.
  public var canAnimate: Bool { true }
}
