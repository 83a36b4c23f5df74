import CoalesceTesting
import CoalesceStrategies
import BenchLibrarySupport
import Testing

/// A model, a list view and the `ChangeSets` that connects them, in virtual time.
///
/// Thread safety: none; use it on one thread only, like its scheduler.
final class ListStage: @unchecked Sendable {
  // `@unchecked` is safe: strategies require Sendable handlers, but all calls come from the thread that runs the
  // simulation.
  struct Delivery {
    let start: Duration
    let update: ListUpdate<ListRow>
  }

  let scheduler: VirtualScheduler
  private(set) var strategy: ChangeSets<ListRow>?

  var model: [ListRow] = []
  var isOnScreen = true

  /// Calls `completed` when the view's animation has ended; by default, immediately.
  var animate: (_ completed: @escaping @Sendable () -> Void) -> Void = { $0() }

  /// Runs inside each delivery, before the animation.
  var inside: () -> Void = {}

  /// Runs inside each snapshot, after reading the model.
  var afterSnapshot: () -> Void = {}

  private(set) var deliveries: [Delivery] = []
  private(set) var snapshotTimes: [Duration] = []
  /// The rows that the view shows, from applying each delivery, never read from the model.
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

  /// Sets the model to `rows` and submits one update.
  func submit(_ rows: String, completion: (@Sendable () -> Void)? = nil) {
    model = ListRow.list(rows)
    if let completion {
      strategy?.submit(.one, completion: completion)
    } else {
      strategy?.setNeedsUpdate()
    }
  }

  func run() { scheduler.run() }

  /// Releases the only reference to the strategy.
  func drop() { strategy = nil }

  private func take(_ update: ListUpdate<ListRow>, _ completed: @escaping @Sendable () -> Void) {
    depth += 1
    defer { depth -= 1 }
    deepest = max(deepest, depth)
    #expect(scheduler.isMain)
    deliveries.append(Delivery(start: scheduler.now, update: update))
    switch update {
    case .batch(let changes, let rows):
      #expect(!isAnimating, "A batch came while the previous one was running.")
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
