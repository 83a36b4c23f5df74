/// The script of a trial: its updates, their times, sources and views.
public struct TrialPlan: Sendable {
  /// What submits updates.
  public enum Producer: Sendable, Equatable {
    /// The main thread itself: all updates of one intended time are one synchronous burst.
    case main
    /// A thread of its own.
    case thread
    /// The handler: until the plan's duration ends, each delivery submits the next update, whatever its time.
    case delivery
  }

  /// When a producer submits.
  public enum Pacing: Sendable, Equatable {
    /// Each update at its intended time, even if the one before was late (open loop).
    case scheduled
    /// Batches back to back as fast as the producer can; all of a batch is intended at its start.
    case unpaced(batch: Int)
  }

  /// How a change finds its row.
  public enum RowLookup: Sendable, Equatable {
    /// By identity, when it is applied.
    case identity
    /// By its position when the change began, which may be out of date: the mistake that view queues prevent.
    case capturedPosition
  }

  /// The updates, ordered by intended time.
  public var updates: PlannedUpdates
  /// The producers; an update names its own by position.
  public var producers: [Producer]
  /// When they submit.
  public var pacing: Pacing
  /// How many views there are.
  public var viewCount: Int
  /// How long the trial is observed at least.
  public var duration: Duration
  /// What the view costs.
  public var costs: CostModel
  /// Whether the views keep their rows, and the end is compared with the model.
  public var tracksRows: Bool
  /// Whether the order of the rows matters; with one producer only.
  public var ordersRows = false
  /// How a change that is applied finds its row.
  public var rowLookup = RowLookup.identity
  /// Whether the main thread submits an update before making the change, in the same block, as Observation's `onChange`
  /// and Combine's `objectWillChange` do. Reloads show what the handler found, not what the layout commit finds.
  public var announcesChanges = false
  /// What else happens.
  public var surroundings = Surroundings()
  /// Whether built-in views read the model when a reload begins, as GTK's do.
  package var readsAtDelivery = false
  package var isOnScreen = false

  /// Makes a plan.
  public init(
    updates: PlannedUpdates, producers: [Producer] = [.thread], pacing: Pacing = .scheduled,
    viewCount: Int = 1, duration: Duration, costs: CostModel, tracksRows: Bool = true
  ) {
    (self.updates, self.producers, self.pacing) = (updates, producers, pacing)
    (self.viewCount, self.duration) = (viewCount, duration)
    (self.costs, self.tracksRows) = (costs, tracksRows)
  }

  /// The divisor of shares and rates, in nanoseconds: until the last update has come, the main thread is free, and each
  /// view was reloaded once more; at least `duration`.
  package var lengthNanoseconds: UInt64 {
    let last = max(
      updates.intendedNanoseconds.last ?? 0,
      (surroundings.stalls + surroundings.scrolling).map(\.upperBound).max() ?? 0)
    return max(
      duration.wholeNanoseconds,
      last + UInt64(viewCount) * (costs.reloadNanoseconds + costs.layoutNanoseconds))
  }

  func updatesByProducer() -> [[Int32]] {
    let all = 0..<Int32(updates.count)
    guard producers.count > 1 else { return [Array(all)] }
    return producers.indices.map { producer in
      all.filter { Int(updates.producer[Int($0)]) == producer }
    }
  }

  package func validate(workload: String) throws {
    func require(_ condition: Bool, _ cause: String) throws {
      guard condition else { throw BenchError.badPlan(workload: workload, cause: cause) }
    }
    try require(!producers.isEmpty, "it has no producer.")
    try require(viewCount >= 1, "it has no view.")
    try require(
      !ordersRows || producers.count == 1, "the order of its rows takes a single producer.")
    try require(
      !ordersRows || !announcesChanges, "where the order of rows matters no change is announced.")
    try require(
      updates.producer.allSatisfy { Int($0) < producers.count }, "an update has no producer.")
    try require(updates.view.allSatisfy { Int($0) < viewCount }, "an update has no view.")
    try require(
      zip(updates.intendedNanoseconds, updates.intendedNanoseconds.dropFirst())
        .allSatisfy { $0 <= $1 }, "its updates are not ordered by time.")
  }
}

/// Other events of the main thread and the view in a trial; by default none. Times are nanoseconds since its start.
public struct Surroundings: Sendable {
  /// When something else keeps the main thread busy, and for how long.
  public var stalls: [Range<UInt64>] = []
  /// Nanoseconds of main-thread work at an app's launch right after the first delivery.
  public var workBehindFirstDelivery: UInt64 = 0
  /// The period of a timer on the main thread, in nanoseconds; nil for none.
  public var heartbeatNanoseconds: UInt64?
  /// When the user scrolls: deliveries are held and made at once afterwards.
  public var scrolling: [Range<UInt64>] = []
  /// When the view is in no window.
  public var offScreen: [Range<UInt64>] = []
  /// How long the view animates an applied change, in nanoseconds; 0 for no animation.
  public var animationNanoseconds: UInt64 = 0

  /// Nothing.
  public init() {}

  /// Of work that is not the view's, in ms.
  package var longestBlock: Double {
    Double(([workBehindFirstDelivery] + stalls.map { UInt64($0.count) }).max() ?? 0) / 1e6
  }
}

extension [Range<UInt64>] {
  /// In ascending order, with overlapping and touching stretches merged.
  var merged: [Range<UInt64>] {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, next in
      if let last = merged.last, next.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, next.upperBound)
      } else {
        merged.append(next)
      }
    }
  }
}
