import Synchronization

/// The rule of ``BalancedPolicy`` for a list of changes, each shown alone or all by a reload.
///
/// Rule: k changes take the cheaper of one reload and k single changes with one layout commit. When
/// their waiting, at its price, is worth that, they are delivered together, and ``form`` says which of
/// the two is cheaper. What a reload, a change and a layout commit take is learnt; until they are
/// known, a change counts as nothing, and a reload as 32 changes. A change that came while a reload
/// was under way may be shown by that already and is applied once more: changes must bear that, as
/// those do that name rows by identity.
///
///     let policy = BalancedRowsPolicy()
///     let changes = Coalescer<OrderedUpdates<Change>>(policy) { list in
///       if policy.form == .reload { … } else { for change in list.elements { … } }
///     }
///
/// Origin: this project's own.
///
/// Price: what it pays has no proven bound. A search over 100 000 sets of arrivals, most of them bred
/// from bad ones, stayed below 3 times the best that reloads and changes can do. Where a layout commit
/// takes nothing and waiting is dear, more was found (5.7), for that best may overlap its deliveries.
/// A cost that is not used is not learnt anew: that reloads have become cheaper is not noticed where
/// there are none.
public struct BalancedRowsPolicy: DeliveryPolicy {
  /// How a list of changes is best shown.
  public enum Form: Sendable, Equatable {
    /// Change by change, in their order.
    case changes
    /// By one reload from the model, which has them all.
    case reload
  }

  /// What showing changes takes of main; negative durations count as zero.
  public struct Costs: Sendable, Equatable {
    /// A reload with its layout commit.
    public var reload: Duration
    /// One change, without the layout commit.
    public var change: Duration
    /// The layout commit after any number of changes.
    public var layout: Duration

    /// Makes a description of costs.
    public init(reload: Duration, change: Duration, layout: Duration) {
      (self.reload, self.change, self.layout) = (reload, change, layout)
    }
  }

  private let price: WaitPrice
  private let known: (reload: UInt64, change: UInt64, layout: UInt64)?
  private var reload = DeliveryCost()
  private var change = RecentSamples()
  private var layout = LayoutCost()
  private var wait = PendingWait()
  private var underWayCount: UInt64 = 0
  // The one thing that is shared with the handler: a policy is a value, and the coalescer has its own.
  private var chosen = ChosenForm()

  private final class ChosenForm: Sendable {
    let isReload = Atomic<Bool>(false)
  }

  /// More changes than this are worth a reload whose cost nobody knows yet.
  static let changesBeforeReload: UInt64 = 32

  /// - Parameters:
  ///   - price: how many nanoseconds of main one update that waits one nanosecond is worth; over 0.
  ///   - costs: what deliveries take of main; nil to learn it.
  ///   - maximumWait: how long an update waits at the most; nil for 1 s where costs are learnt, and for
  ///     no limit where they are known.
  public init(price: Double = 0.02, costs: Costs? = nil, maximumWait: Duration? = nil) {
    self.price = WaitPrice(price, maximumWait: maximumWait, isLearnt: costs == nil)
    known = costs.map {
      ($0.reload.wholeNanoseconds, $0.change.wholeNanoseconds, $0.layout.wholeNanoseconds)
    }
  }

  /// How the delivery under way is best shown. For the handler: use one policy for one coalescer.
  public var form: Form { chosen.isReload.load(ordering: .relaxed) ? .reload : .changes }

  /// When the waiting is worth the cheaper form.
  public var due: UInt64 {
    price.due(wait, nanoseconds: best == .reload ? reloadNanoseconds : changesNanoseconds)
  }

  /// They wait from now on.
  public mutating func heard(_ count: Int, at now: UInt64) { wait.add(count, at: now) }

  /// The first, then every quarter more.
  public func nextCount(after heard: Int) -> Int { heard + max(1, heard / 4) }

  /// Chooses the form.
  public mutating func began(at now: UInt64) {
    chosen.isReload.store(best == .reload, ordering: .relaxed)
    underWayCount = wait.count
    dropped()
  }

  /// Learns what it took.
  public mutating func ended(_ timing: DeliveryTiming) {
    switch form {
    case .reload: reload.learn(timing)
    case .changes:
      change.add(timing.mainNanoseconds / max(1, underWayCount))
      layout.learn(timing)
    }
  }

  /// Nothing waits.
  public mutating func dropped() { wait = PendingWait() }

  /// What waits goes on waiting, and what was learnt is kept.
  public mutating func inherit(from old: BalancedRowsPolicy) -> Bool {
    (reload, change, layout) = (old.reload, old.change, old.layout)
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
    let each = known?.change ?? change.median ?? 0
    let (changes, isOver) = each.multipliedReportingOverflow(by: wait.count)
    return isOver ? .max : changes.adding(orNever: known?.layout ?? layout.nanoseconds)
  }
}
