import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// A model, a list view and the `ChangeSets` between them, in virtual time.
///
/// Thread safety: none; it belongs to one thread, as its scheduler does.
final class ListStage: @unchecked Sendable {
  // Proof of `@unchecked`: strategies ask for Sendable handlers, yet every call comes from the one
  // thread that runs the simulation.
  struct Delivery {
    let start: Duration
    let update: ListUpdate<ListRow>
  }

  let scheduler: VirtualScheduler
  private(set) var strategy: ChangeSets<ListRow>?

  /// The newest rows.
  var model: [ListRow] = []
  var isOnScreen = true

  /// Has `completed` called once the view's animation has ended.
  var animate: (_ completed: @escaping @Sendable () -> Void) -> Void = { $0() }

  /// Runs inside each delivery, before the animation.
  var inside: () -> Void = {}

  /// Runs inside each snapshot, after the model was read.
  var afterSnapshot: () -> Void = {}

  private(set) var deliveries: [Delivery] = []
  private(set) var snapshotTimes: [Duration] = []
  /// What the view shows: kept by applying each delivery, never read from the model.
  private(set) var view: [ListRow] = []
  private(set) var deepest = 0
  private var depth = 0
  private var isAnimating = false

  init(limit: Int = 100, hop: Duration = .microseconds(50)) {
    scheduler = VirtualScheduler(hop: hop)
    strategy = ChangeSets(
      limit: limit, scheduler: scheduler,
      isOnScreen: { [unowned self] in
        #expect(scheduler.isMain)
        return isOnScreen
      },
      snapshot: { [unowned self] in
        snapshotTimes.append(scheduler.now)
        let rows = model
        afterSnapshot()
        return rows
      },
      deliver: { [unowned self] in take($0, $1) })
  }

  var updates: [ListUpdate<ListRow>] { deliveries.map(\.update) }

  func at(_ time: Duration, _ origin: Origin, _ body: @escaping () -> Void) {
    scheduler.at(time, origin, body)
  }

  /// Changes the model to those rows and submits one update.
  func submit(_ rows: String, completion: (@Sendable () -> Void)? = nil) {
    model = ListRow.list(rows)
    if let completion {
      strategy?.submit(.one, completion: completion)
    } else {
      strategy?.setNeedsUpdate()
    }
  }

  func run() { scheduler.run() }

  /// Gives up the only reference to the strategy.
  func drop() { strategy = nil }

  private func take(_ update: ListUpdate<ListRow>, _ completed: @escaping @Sendable () -> Void) {
    depth += 1
    defer { depth -= 1 }
    deepest = max(deepest, depth)
    #expect(scheduler.isMain)
    deliveries.append(Delivery(start: scheduler.now, update: update))
    switch update {
    case .batch(let changes, let rows):
      #expect(!isAnimating, "A batch came while the one before it was under way.")
      do {
        view = try changes.applied(to: view, dataSource: rows)
      } catch {
        Issue.record(error)
      }
    case .reload(let rows): view = rows
    }
    #expect(view == update.rows)
    inside()
    let number = deliveries.count
    isAnimating = true
    let ended: @Sendable () -> Void = { [weak self] in
      if let self, number == deliveries.count { isAnimating = false }
    }
    // Dropping `completed` uncalled ends the animation, too.
    let probe = LockProbe(atEnd: ended)
    animate {
      withExtendedLifetime(probe, ended)
      completed()
    }
  }
}
