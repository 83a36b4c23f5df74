import Synchronization

/// Like ``BalancedPolicy``, for changes that are shown one by one or all by a reload.
///
/// Rule: k changes cost a reload, or k single changes and one layout commit, whichever is cheaper.
/// When their waiting is worth that, they are delivered together, and ``form`` says which of the
/// two is cheaper. The policy learns how long a reload, a change and a layout commit take. Until it
/// knows, a change counts as 0 and a reload as 32 changes. A change that comes during a reload may
/// be shown by that reload and then applied again. Changes must allow this; those that name rows by
/// identity do.
///
///     let policy = BalancedRowsPolicy()
///     let changes = Coalescer<OrderedUpdates<Change>>(Pace(policy)) { list in
///       if policy.form == .reload { … } else { for change in list.elements { … } }
///     }
///
/// Origin: this project's own.
///
/// Drawback: no bound is proven. A search over 100 000 sets of arrivals, most of them bred from bad
/// ones, stayed below 3 times the optimum of reloads and changes. It found 5.7 where a layout
/// commit takes no time and waiting is expensive, for that optimum may overlap its deliveries. The
/// policy learns only from what it does: while it makes no reloads, it does not notice that they
/// have become cheaper.
public struct BalancedRowsPolicy: DeliveryPolicy {
  /// How a list of changes is best shown.
  public enum Form: Sendable, Equatable {
    /// Change by change, in their order.
    case changes
    /// By one reload from the model, which has them all.
    case reload
  }

  /// How much of the main thread's time it takes to show changes; negative durations count as zero.
  public struct Costs: Sendable, Equatable {
    /// A reload with its layout commit.
    public var reload: Duration
    /// One change, without the layout commit.
    public var change: Duration
    /// The layout commit after any number of changes.
    public var layout: Duration

    /// Describes the costs.
    public init(reload: Duration, change: Duration, layout: Duration) {
      (self.reload, self.change, self.layout) = (reload, change, layout)
    }
  }

  private let price: WaitPrice
  private let known: (reload: UInt64, change: UInt64, layout: UInt64)?
  private var reload = DeliveryCost()
  private var change = RecentSamples()
  /// Of changes: what they take together is not used, only their layout commit.
  private var changes = DeliveryCost()
  private var wait = PendingWait()
  private var underWayCount: UInt64 = 0
  // The one thing that is shared with the handler: a policy is a value, and the coalescer has its own.
  private var chosen = ChosenForm()

  private final class ChosenForm: Sendable {
    let isReload = Atomic<Bool>(false)
  }

  /// More changes than this are worth a reload whose cost nobody knows yet.
  static let changesBeforeReload: UInt64 = 32

  /// Makes the policy.
  /// - Parameters:
  ///   - price: how many nanoseconds of the main thread's time it is worth for one update to wait
  ///     one nanosecond less; more than 0.
  ///   - costs: how much of the main thread's time deliveries take; nil to learn it.
  ///   - maximumWait: how long an update waits at most; nil for 1 s if the costs are learnt, and
  ///     for no limit if they are given.
  public init(price: Double = 0.02, costs: Costs? = nil, maximumWait: Duration? = nil) {
    self.price = WaitPrice(price, maximumWait: maximumWait, isLearnt: costs == nil)
    known = costs.map {
      ($0.reload.wholeNanoseconds, $0.change.wholeNanoseconds, $0.layout.wholeNanoseconds)
    }
  }

  /// How the delivery under way is best shown, for the handler to ask. Use one policy for one
  /// coalescer.
  public var form: Form { chosen.isReload.load(ordering: .relaxed) ? .reload : .changes }

  /// When the waiting will be worth the cheaper form.
  public var due: UInt64 {
    price.due(wait, nanoseconds: best == .reload ? reloadNanoseconds : changesNanoseconds)
  }

  /// Counts the new updates as waiting from now on.
  public mutating func heard(_ count: Int, at now: UInt64) { wait.add(count, at: now) }

  /// Asks to hear of every quarter more.
  public func nextCount(after heard: Int) -> Int { heard + max(1, heard / 4) }

  /// Chooses the form.
  public mutating func began(at now: UInt64) {
    chosen.isReload.store(best == .reload, ordering: .relaxed)
    underWayCount = wait.count
    dropped()
  }

  /// Learns how long the delivery took.
  public mutating func ended(_ timing: DeliveryTiming) {
    switch form {
    case .reload: reload.learn(timing)
    case .changes:
      change.add(timing.mainNanoseconds / max(1, underWayCount))
      changes.learn(timing)
    }
  }

  /// Nothing is pending any more.
  public mutating func dropped() { wait = PendingWait() }

  /// Keeps what is pending and what was learnt.
  public mutating func inherit(from old: BalancedRowsPolicy) -> Bool {
    (reload, change, changes) = (old.reload, old.change, old.changes)
    // The handler has the old policy, and goes on reading there.
    (wait, underWayCount, chosen) = (old.wait, old.underWayCount, old.chosen)
    return true
  }

  /// The cheaper form.
  private var best: Form {
    guard reloadNanoseconds > 0 else {
      return wait.count > Self.changesBeforeReload ? .reload : .changes
    }
    return reloadNanoseconds <= changesNanoseconds ? .reload : .changes
  }

  private var reloadNanoseconds: UInt64 { known?.reload ?? reload.nanoseconds }

  private var changesNanoseconds: UInt64 {
    // No single sample is believed.
    let learnt = change.count < 2 ? 0 : change.median ?? 0
    let each = known?.change ?? learnt
    let (changes, isOver) = each.multipliedReportingOverflow(by: wait.count)
    return isOver ? .max : changes.adding(orNever: known?.layout ?? self.changes.layoutNanoseconds)
  }
}
