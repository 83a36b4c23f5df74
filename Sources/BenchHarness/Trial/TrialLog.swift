/// The events of a trial, for computing metrics. Times are in nanoseconds since the start. Narrow integers save memory.
struct TrialLog: Sendable {
  /// Marks an update that was never submitted, or an update or delivery that was never shown.
  static let never = UInt64.max

  struct Delivery: Sendable {
    var start: UInt64, end: UInt64
    /// When the delivery became visible: the end of its turn, or of the frame that painted it.
    var shown = TrialLog.never
    /// The index of the single update that the delivery applied; -1 if it applied none or several.
    var applied: Int32
    var view: UInt16
    /// The core on which the delivery ended; -1 in virtual time or if unknown.
    var core: Int16
  }

  /// A state of the model that a view shows after a reload, a batch or a list update.
  struct Commit: Sendable {
    /// The index of the turn, or of the frame, that showed the commit; -1 if it was never shown.
    var shownBy: Int32 = -1
    var view: UInt16
    /// A bit for each section that the commit brought up to date.
    var sections: UInt8 = .max
  }

  struct Frame: Sendable, Equatable {
    var start: UInt64, laidOut: UInt64, end: UInt64
  }

  /// An uninterruptible stretch of main-thread work, which ends with the layout commit.
  struct Turn: Sendable {
    var start: UInt64, end: UInt64
  }

  var updates: PlannedUpdates
  var viewCount: Int
  var updatesByProducer: [[Int32]]
  var isThreaded: [Bool]
  /// Each update's planned time; if unpaced, its batch's start; if submitted by a delivery, its actual time.
  var intended: [UInt64] = []
  var isPaced = true
  /// When each update was submitted or, if it was announced first, when its change was made.
  var actual: [UInt64] = []
  var deliveries: [Delivery] = []
  var commits: [Commit] = []
  /// How many of each producer's updates each commit shows: by commit, and within a commit by producer.
  var shown: [Int32] = []
  var turns: [Turn] = []
  /// Whether all turns consist of deliveries and layout alone, as those made from a recording.
  var turnsAreWork = false
  /// The frames of the screen; nil without a screen, in which case each turn shows its own deliveries.
  var frames: [Frame]?
  var invalidUpdates = 0
  var end: UInt64 = 0
  /// The length in nanoseconds by which metrics divide times and counts; if paced, the same for all strategies.
  var length: UInt64 = 0
  var costs = CostModel.free
  var deliveryKind = DeliveryKind.none
  var sectionCount = 1
  /// Whether a reload shows the model as it was when the reload began, not as it is at the layout commit.
  var readsAtDelivery = false
  var stalls: [Range<UInt64>] = []
  /// When no delivery could begin: stalls and scrolling, ascending and without overlaps.
  var blocked: [Range<UInt64>] = []
  var heartbeats: (due: Int, heard: Int)?
  var wakeUps: Int?
  var withoutAnimation = 0

  func perSecond(_ total: Double) -> Double? { share(total).map { $0 * 1e9 } }

  func share(_ nanoseconds: Double) -> Double? { length > 0 ? nanoseconds / Double(length) : nil }
}

extension TrialLog {
  /// When each update was first shown, by the end of a turn or by a frame; ``never`` if it was not. A reload or a list
  /// update shows all updates that it read from the model; a batch shows its own updates, and a row change shows one.
  func shownTimes() -> [UInt64] {
    var times = [UInt64](repeating: Self.never, count: updates.count)
    for delivery in deliveries where delivery.applied >= 0 {
      let index = Int(delivery.applied)
      times[index] = min(times[index], delivery.shown)
    }
    let (places, producers) = (viewCount * sectionCount, updatesByProducer.indices)
    var next = Array(repeating: producers.map { _ in 0 }, count: places)
    for (number, commit) in commits.enumerated() where commit.shownBy >= 0 {
      let time = frames?[Int(commit.shownBy)].end ?? turns[Int(commit.shownBy)].end
      for section in 0..<sectionCount where commit.sections >> section & 1 == 1 {
        let place = Int(commit.view) * sectionCount + section
        for producer in producers {
          let first = next[place][producer]
          let count = max(first, Int(shown[number * producers.count + producer]))
          for index in updatesByProducer[producer][first..<count].lazy.map(Int.init)
          where places == 1 || self.place(of: index) == place {
            times[index] = min(times[index], time)
          }
          next[place][producer] = count
        }
      }
    }
    return times
  }

  private func place(of index: Int) -> Int {
    Int(updates.view[index]) * sectionCount + Int(updates.row[index]) % sectionCount
  }
}
