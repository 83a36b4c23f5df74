/// The events of a trial, from which every metric is computed. Times are nanoseconds since the start.
package struct TrialLog: Sendable {
  /// For updates that were never submitted or shown.
  package static let never = UInt64.max

  package struct Delivery: Sendable {
    package var view: Int
    package var start: UInt64, end: UInt64
    /// A position in ``TrialLog/turns``.
    package var turn: Int
    package var applied: Int?
    /// -1 in virtual time and if the system does not say.
    package var core: Int32
    /// When it was visible: the end of its turn, or of the frame that painted it.
    package var shown = TrialLog.never
  }

  /// The part of the model that a view shows: after a reload, as it read it at the layout commit or in the delivery;
  /// after a batch, with its changes.
  package struct Commit: Sendable {
    package var view: Int
    package var time = TrialLog.never
    /// The index in ``TrialLog/shown`` from which the number of shown updates of each producer follows.
    package var shown: Int
    /// A bit for each reloaded section.
    package var sections: UInt = .max
  }

  /// The main thread's work for one frame.
  package struct Frame: Sendable, Equatable {
    package var start: UInt64, laidOut: UInt64, end: UInt64
  }

  /// One stretch of main-thread work that nothing can interrupt.
  package struct Turn: Sendable {
    /// From its first work to the end of its layout commit.
    package var start: UInt64, end: UInt64
  }

  package var updates: PlannedUpdates
  var viewCount: Int
  var updatesByProducer: [[Int32]]
  /// By producer.
  var isThreaded: [Bool]
  /// The planned time, or, if unpaced, the start of its batch.
  package var intended: [UInt64]
  var isPaced = true
  /// When each update was submitted, or, if its submission announced it, made.
  var actual: [UInt64]
  package var deliveries: [Delivery]
  var commits: [Commit]
  package var shown: [Int]
  package var turns: [Turn]
  /// Nil if there is no screen: then each turn shows what it delivered.
  package var frames: [Frame]?
  var invalidUpdates: Int
  package var end: UInt64
  /// The divisor of shares and rates: the same for all strategies, if updates are paced.
  var length: UInt64
  package var costs = CostModel.free
  var deliveryKind = DeliveryKind.none
  package var sectionCount = 1
  var stalls: [Range<UInt64>] = []
  /// When no delivery could begin: stalls and scrolling, ascending and without overlaps.
  package var blocked: [Range<UInt64>] = []
  package var heartbeats: (due: Int, heard: Int)?
  package var wakeUps: Int?
  var withoutAnimation = 0

  func perSecond(_ total: Double) -> Double? { share(total).map { $0 * 1e9 } }

  func share(_ nanoseconds: Double) -> Double? { length > 0 ? nanoseconds / Double(length) : nil }
}

/// Counts of a real trial; nil if unknown.
package struct TrialCounters: Sendable {
  /// In nanoseconds.
  var producerCPU, mainCPU, otherCPU: UInt64?
  var peakMemoryBytes: UInt64?
  var voluntarySwitches: Int?
  /// Of all threads, in size classes; in the allocation pass only.
  package var allocations, allocatedBytes: UInt64?
  /// CPU nanoseconds a submission, by batch.
  var submitCosts: [Double] = []

  init() {}
}
