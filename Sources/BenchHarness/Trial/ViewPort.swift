import Coalesce
import CoalesceStrategies
import Synchronization

/// The way from a strategy's handler to whatever stands for its view.
///
/// Thread safety: the handlers of strategies are called on main only (the contract), and so is
/// everything here that does not say otherwise.
public protocol ViewPort: AnyObject, Sendable {
  /// Reloads the view: it will show the model as it is at the layout commit.
  func reload()

  /// Reloads some sections of the view; bit n stands for the rows of section n.
  func reload(sections: UpdateFlags)

  /// Applies one change to the view.
  func apply(_ change: RowChange)

  /// Applies what a change set says, or reloads the rows that it carries.
  /// - Parameters:
  ///   - update: made from what ``snapshot()`` answered last.
  ///   - completed: is called when the view has shown it and its animation has ended.
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

/// What was delivered while the user scrolls, and waits to be caught up with.
struct HeldDeliveries {
  private(set) var sections: UInt = 0
  private(set) var updates: [(ListUpdate<ListRow>, completed: @Sendable () -> Void)] = []

  var count: Int { (sections == 0 ? 0 : 1) + updates.count }

  /// A reload, of these sections; single changes are caught up with by a reload, too.
  mutating func hold(_ sections: UInt) { self.sections |= sections }

  mutating func hold(
    _ update: ListUpdate<ListRow>, _ completed: @escaping @Sendable () -> Void
  ) {
    updates.append((update, completed))
  }
}

/// The rows of one view's model, as far as its producers have published it; catches up when asked.
///
/// Thread safety: one caller at a time.
final class ModelReplica: @unchecked Sendable {
  // Proof of `@unchecked`: each replica has one owner, which asks from one thread at a time; what
  // it reads of the stage are constants and the published counts, which are atomic.
  private unowned let stage: TrialStage
  private let view: Int
  private(set) var rows: ListRows
  /// Of each producer, how many updates are in `rows`.
  private(set) var counts: [Int]

  init(view: Int, isOrdered: Bool, stage: TrialStage) {
    self.stage = stage
    self.view = view
    rows = ListRows(isOrdered: isOrdered)
    counts = stage.plan.producers.map { _ in 0 }
  }

  /// Takes in what was published since the last time.
  func catchUp() {
    let updates = stage.plan.updates
    for producer in counts.indices {
      let published = stage.modelCount(of: producer).value.load(ordering: .acquiring)
      for position in counts[producer]..<published {
        let index = stage.updatesByProducer[producer][position]
        if Int(updates.view[index]) == view { rows.take(updates.change(index)) }
      }
      counts[producer] = published
    }
  }
}

/// A counter that threads share, on cache lines of its own; as a model's, how many of a producer's
/// updates the model has.
package final class PublishedCount: Sendable {
  private let before: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
  package let value = Atomic<Int>(0)
  private let after: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)

  package init() {}
}
