/// The script of a trial: its updates, their times, sources and views.
public struct TrialPlan: Sendable {
  /// A source of updates.
  public enum Producer: Sendable, Equatable {
    /// The main thread, which submits all updates with the same intended time in one synchronous burst.
    case main
    case thread
    /// The handler: until the plan's duration ends, each delivery submits the next update, ignoring intended times.
    case delivery
  }

  /// When a producer submits its updates.
  public enum Pacing: Sendable, Equatable {
    /// Each update is submitted at its intended time, even if the previous update was late (open loop).
    case scheduled
    /// Batches are submitted back to back, as fast as possible. Each update's intended time is the start of its batch.
    case unpaced(batch: Int)
  }

  /// How a change finds its row.
  public enum RowLookup: Sendable, Equatable {
    /// By identity, when the change is applied.
    case identity
    /// By the row's position when the change began, which may be out of date. View queues prevent this mistake.
    case capturedPosition
  }

  /// The updates, ordered by intended time.
  public var updates: PlannedUpdates
  /// The producers; updates refer to them by index.
  public var producers: [Producer]
  /// When the producers submit their updates.
  public var pacing: Pacing
  /// The number of views.
  public var viewCount: Int
  /// The minimum time for which the trial is observed.
  public var duration: Duration
  /// The costs of the views.
  public var costs: CostModel
  /// Whether views keep their rows, so that they can be compared with the model at the end.
  public var tracksRows: Bool
  /// Whether the order of rows matters; requires a single producer and no announced changes.
  public var ordersRows = false
  /// How an applied change finds its row.
  public var rowLookup = RowLookup.identity
  /// Whether the main thread submits an update before making the change, in the same block, as Observation's `onChange`
  /// and Combine's `objectWillChange` do. A reload then reads the model in the handler, not at the layout commit.
  public var announcesChanges = false
  /// The events of the trial other than updates.
  public var surroundings = Surroundings()
  package var isOnScreen = false

  /// Makes a plan.
  public init(
    updates: PlannedUpdates, producers: [Producer] = [.thread], pacing: Pacing = .scheduled,
    viewCount: Int = 1, duration: Duration, costs: CostModel, tracksRows: Bool = true
  ) {
    self.updates = updates
    self.producers = producers
    self.pacing = pacing
    self.viewCount = viewCount
    self.duration = duration
    self.costs = costs
    self.tracksRows = tracksRows
  }

  /// The workload's length in nanoseconds, by which metrics divide times and counts: until the last update is due and
  /// all stalls and scrolling have ended, plus one reload and layout commit per view; at least `duration`.
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
    let times = updates.intendedNanoseconds
    let faults = [
      (producers.isEmpty, "it has no producer."),
      (viewCount < 1, "it has no view."),
      (ordersRows && producers.count != 1, "with ordersRows, it needs exactly one producer."),
      (ordersRows && announcesChanges, "set ordersRows or announcesChanges, not both."),
      (updates.producer.contains { $0 >= producers.count }, "an update lacks its producer."),
      (updates.view.contains { $0 >= viewCount }, "an update lacks its view."),
      (
        zip(times, times.dropFirst()).contains { $0 > $1 },
        "its updates are not in the order of their times."
      ),
    ]
    if let fault = faults.first(where: \.0) {
      throw BenchError.badPlan(workload: workload, cause: fault.1)
    }
  }
}

extension TrialPlan {
  /// Events that are not updates; none by default. Times are in nanoseconds since the trial's start.
  public struct Surroundings: Sendable {
    /// When other work blocks the main thread.
    public var stalls: [Range<UInt64>] = []
    /// Main-thread work right after the first delivery, as at an app's launch, in nanoseconds.
    public var workBehindFirstDelivery: UInt64 = 0
    /// The period of a timer on the main thread, in nanoseconds; nil for no timer.
    public var heartbeatNanoseconds: UInt64?
    /// When the user scrolls: deliveries are held until right after the scrolling.
    public var scrolling: [Range<UInt64>] = []
    /// When the views are not in a window.
    public var offScreen: [Range<UInt64>] = []
    /// How long a view animates an applied change, in nanoseconds; 0 for no animation.
    public var animationNanoseconds: UInt64 = 0

    /// Makes surroundings without events.
    public init() {}

    /// The longest time, in milliseconds, for which the main thread is blocked by work that is not the views'.
    package var longestBlock: Double {
      Double(([workBehindFirstDelivery] + stalls.map { UInt64($0.count) }).max() ?? 0) / 1e6
    }
  }
}

extension [Range<UInt64>] {
  /// The ranges in ascending order, with overlapping and adjacent ranges merged.
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
