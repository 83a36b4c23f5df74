/// What happened in a trial; every metric is a function of it. All times are nanoseconds since the
/// trial's start. Real time and virtual time fill the same log.
package struct TrialLog: Sendable {
  /// The time of an update that was never submitted.
  package static let never = UInt64.max

  package struct Delivery: Sendable {
    package var view: Int
    package var start: UInt64, end: UInt64
    /// The turn it happened in, as a position in ``TrialLog/turns``.
    package var turn: Int
    package var applied: Int?
    /// The core it ended on; -1 in virtual time and where the system does not say.
    package var core: Int32
    /// When what it did was on the screen: the end of its turn, or of the frame that painted it;
    /// ``never`` if it was not.
    package var shown = TrialLog.never
  }

  /// What of the model a view shows after a reload: as it was read at the layout commit at the end of
  /// the turn, or, by a view that reads at once, in the delivery.
  package struct Commit: Sendable {
    package var view: Int
    package var turn: Int
    package var time = TrialLog.never
    /// Where ``TrialLog/shown`` says how many updates (of all views) the model had of each
    /// producer: one number a producer, from here on.
    package var shown: Int
    /// Which sections were reloaded, a bit each.
    package var sections: UInt = .max
  }

  /// One frame of a screen, as far as main works for it.
  package struct Frame: Sendable, Equatable {
    package var start: UInt64, laidOut: UInt64, end: UInt64
  }

  /// One stretch of main-thread work that nothing can interrupt.
  package struct Turn: Sendable {
    /// When the first work of the turn began, and when its layout commit ended.
    package var start: UInt64, end: UInt64
  }

  package var updates: PlannedUpdates
  var viewCount: Int
  var updatesByProducer: [[Int32]]
  /// Of each producer, whether it is a thread, and not main.
  var isThreaded: [Bool]
  /// When each update was intended: planned, or, unpaced, the start of its batch.
  package var intended: [UInt64]
  /// Whether updates had times of their own, and were not sent as fast as could be.
  var isPaced = true
  /// When each update was submitted, or, where its submission announced it, made; ``never`` if it
  /// was not.
  var actual: [UInt64]
  package var deliveries: [Delivery]
  var commits: [Commit]
  /// The model versions that commits name.
  package var shown: [Int]
  /// The turns in which anything was delivered or submitted, in order.
  package var turns: [Turn]
  /// Nil where there is no screen, and each turn shows what it delivered.
  package var frames: [Frame]?
  var invalidUpdates: Int
  package var end: UInt64
  /// What shares and rates are divided by: the same for all strategies where updates have times of their
  /// own. Everything counts that happened until the end.
  var length: UInt64
  package var costs = CostModel.free
  var deliveryKind = DeliveryKind.none
  package var sectionCount = 1
  var stalls: [Range<UInt64>] = []
  /// When no delivery could begin: stalls and scrolling, ascending and without overlaps.
  package var blocked: [Range<UInt64>] = []
  /// Whether a reload shows what has come by the layout commit, and not by its beginning.
  var readsAtLayout = true
  /// Whether the view was in a window all the time.
  var isAlwaysOnScreen = true
  /// How often a heartbeat of main fell due by the end, and how often it was heard; nil without one.
  package var heartbeats: (due: Int, heard: Int)?
  /// How often main woke; nil where nobody counted.
  package var wakeUps: Int?
  /// Changes that found as many animations in flight as there may be, and were applied without.
  var withoutAnimation = 0

  /// A total divided by the trial's length in seconds; nil where it has none.
  func perSecond(_ total: Double) -> Double? { share(total).map { $0 * 1e9 } }

  /// Nanoseconds divided by the trial's length; nil where it has none.
  func share(_ nanoseconds: Double) -> Double? { length > 0 ? nanoseconds / Double(length) : nil }
}

/// What only a real trial can count; nil where it was not, or could not be, measured.
package struct TrialCounters: Sendable {
  /// CPU time of the producers, of main and of everything else, in nanoseconds.
  var producerCPU, mainCPU, otherCPU: UInt64?
  var peakMemoryBytes: UInt64?
  var voluntarySwitches: Int?
  /// Allocations of all threads and their bytes, in size classes; in the allocation pass only.
  package var allocations, allocatedBytes: UInt64?
  /// A producer's CPU time over batches of submissions, in nanoseconds a submission.
  var submitCosts: [Double] = []

  init() {}
}
