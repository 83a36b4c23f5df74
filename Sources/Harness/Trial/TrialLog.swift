/// What happened in a trial; every metric is a function of it. All times are nanoseconds since the
/// trial's start. Real time, virtual time and third parties' engines fill the same log.
public struct TrialLog: Sendable {
  /// The time of an update that was never submitted.
  public static let never = UInt64.max

  /// One call of a strategy's handler.
  public struct Delivery: Sendable {
    /// The view it was for.
    public var view: Int
    /// When the handler was called and when it returned.
    public var start: UInt64, end: UInt64
    /// The turn it happened in, as a position in ``TrialLog/turns``.
    public var turn: Int
    /// The update it applied; nil for a reload.
    public var applied: Int?
    /// The core it ended on; -1 in virtual time and where the system does not say.
    public var core: Int32
  }

  /// The end of a turn in which a view was laid out after a reload: what of the model it shows.
  public struct Commit: Sendable {
    /// The view that was laid out.
    public var view: Int
    /// The turn it happened in.
    public var turn: Int
    /// Where ``TrialLog/shown`` says how many updates (of all views) the model had of each
    /// producer: one number a producer, from here on.
    public var shown: Int
    /// Which sections were reloaded, a bit each.
    public var sections: UInt = .max
  }

  /// One stretch of main-thread work that nothing can interrupt.
  public struct Turn: Sendable {
    /// When the first work of the turn began, and when its layout commit ended.
    public var start: UInt64, end: UInt64
  }

  /// The updates as planned.
  public var updates: PlannedUpdates
  /// How many views there were.
  public var viewCount: Int
  /// The updates of each producer, in its order.
  public var updatesByProducer: [[Int]]
  /// Of each producer, whether it is a thread, and not main.
  public var isThreaded: [Bool]
  /// When each update was intended: planned, or, unpaced, the start of its batch.
  public var intended: [UInt64]
  /// Whether updates had times of their own, and were not sent as fast as could be.
  public var isPaced = true
  /// When each update was submitted, or, where its submission announced it, made; ``never`` if it
  /// was not.
  public var actual: [UInt64]
  /// The deliveries in order.
  public var deliveries: [Delivery]
  /// The commits after reloads, in order.
  public var commits: [Commit]
  /// The model versions that commits name.
  public var shown: [Int]
  /// The turns in which anything was delivered or submitted, in order.
  public var turns: [Turn]
  /// Updates that the view refused.
  public var invalidUpdates: Int
  /// When observation ended.
  public var end: UInt64
  /// What the view's work costs.
  public var costs = CostModel.free
  /// What a delivery does to the view.
  public var deliveryKind = DeliveryKind.none
  /// How many sections a view has; row r is in section r modulo this.
  public var sectionCount = 1
  /// When something else kept main busy.
  public var stalls: [Surroundings.Interval] = []
  /// When no delivery could begin: stalls and scrolling, ascending and without overlaps.
  public var blocked: [Surroundings.Interval] = []
  /// Whether the view was in a window all the time.
  public var isAlwaysOnScreen = true
  /// How often a heartbeat of main fell due by the end, and how often it was heard; nil without one.
  public var heartbeats: (due: Int, heard: Int)?
  /// How often main woke; nil where nobody counted.
  public var wakeUps: Int?
  /// Changes that found as many animations in flight as there may be, and were applied without.
  public var withoutAnimation = 0
}
