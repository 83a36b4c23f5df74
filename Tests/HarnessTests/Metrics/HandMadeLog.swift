@testable import BenchHarness

/// A log that a test writes in milliseconds, so that its figures can be computed by hand.
struct HandMadeLog {
  var updates = PlannedUpdates()
  var viewCount = 1
  var producerCount = 1
  var end: Double = 1_000
  /// Whether producers are threads; if not, the main thread submits.
  var isThreaded = true
  private var actual: [UInt64] = []
  private var intended: [UInt64] = []
  private var deliveries: [TrialLog.Delivery] = []
  private var commits: [TrialLog.Commit] = []
  private var shown: [Int32] = []
  private var turns: [TrialLog.Turn] = []

  /// Adds an update that is submitted at `actual`, or never if that is nil.
  mutating func update(
    at intended: Double, actual: Double?, producer: Int = 0, view: Int = 0, isUrgent: Bool = false
  ) {
    updates.append(
      atNanoseconds: Self.nanoseconds(intended), producer: producer, view: view,
      row: updates.count, isUrgent: isUrgent)
    self.intended.append(Self.nanoseconds(intended))
    self.actual.append(actual.map(Self.nanoseconds) ?? TrialLog.never)
  }

  mutating func update(at intended: Double, producer: Int = 0, view: Int = 0) {
    update(at: intended, actual: intended, producer: producer, view: view)
  }

  /// Adds a turn of the main thread without a delivery.
  mutating func turn(_ start: Double, _ end: Double) {
    turns.append(.init(start: Self.nanoseconds(start), end: Self.nanoseconds(end)))
  }

  /// Adds a turn that applies the updates with these numbers to their views.
  mutating func application(of indices: [Int], _ start: Double, _ end: Double) {
    for index in indices {
      deliver(view: Int(updates.view[index]), start, end, applied: index)
    }
    turn(start, end)
  }

  /// Adds a turn that reloads `view`; at its layout commit the model has `shown` updates of each producer.
  mutating func reload(view: Int = 0, shown: [Int32], _ start: Double, _ end: Double) {
    reloads([(view, shown)], start, end)
  }

  /// Adds a turn that reloads several views.
  mutating func reloads(_ views: [(view: Int, shown: [Int32])], _ start: Double, _ end: Double) {
    for (view, shown) in views {
      deliver(view: view, start, end, applied: nil)
      commits.append(.init(shownBy: Int32(turns.count), view: UInt16(view)))
      self.shown += shown
    }
    turn(start, end)
  }

  /// Replaces the intended times, as producers that submit in batches do.
  mutating func intend(_ times: [Double]) { intended = times.map(Self.nanoseconds) }

  private mutating func deliver(view: Int, _ start: Double, _ end: Double, applied: Int?) {
    deliveries.append(
      .init(
        start: Self.nanoseconds(start), end: Self.nanoseconds(end), shown: Self.nanoseconds(end),
        applied: Int32(applied ?? -1), view: UInt16(view), core: -1))
  }

  var log: TrialLog {
    var byProducer = [[Int32]](repeating: [], count: producerCount)
    for index in 0..<updates.count { byProducer[Int(updates.producer[index])].append(Int32(index)) }
    return TrialLog(
      updates: updates, viewCount: viewCount, updatesByProducer: byProducer,
      isThreaded: Array(repeating: isThreaded, count: producerCount), intended: intended,
      actual: actual, deliveries: deliveries, commits: commits, shown: shown, turns: turns,
      invalidUpdates: 0, end: Self.nanoseconds(end), length: Self.nanoseconds(end))
  }

  var analysis: TrialAnalysis { TrialAnalysis(log) }

  func figure(_ metric: Metric, counters: TrialCounters = TrialCounters()) -> Double? {
    metric.value(TrialAnalysis(log, counters))
  }

  static func nanoseconds(_ milliseconds: Double) -> UInt64 {
    UInt64((milliseconds * 1e6).rounded())
  }
}

extension HandMadeLog {
  /// A log of updates with these latencies, all intended at the start, each applied in its own turn.
  init(latencies: [Double]) {
    for _ in latencies { update(at: 0) }
    for (index, latency) in latencies.enumerated() {
      application(of: [index], latency, latency)
    }
  }
}

/// Whether two figures are equal up to floating-point rounding.
func isClose(_ value: Double?, _ expected: Double) -> Bool {
  guard let value else { return false }
  return abs(value - expected) <= 1e-9 * max(1, abs(expected))
}
