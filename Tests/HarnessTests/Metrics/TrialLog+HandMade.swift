@testable import BenchHarness

/// Logs that a test writes in milliseconds, so that their figures can be computed by hand.
extension TrialLog {
  /// A log of threads that submit to views.
  init(views: Int = 1, threads: Int = 1, milliseconds: Double = 1_000) {
    self.init(
      updates: PlannedUpdates(), viewCount: views,
      updatesByProducer: Array(repeating: [], count: threads),
      isThreaded: Array(repeating: true, count: threads))
    end = Self.nanoseconds(milliseconds)
    length = end
  }

  /// A log of updates with these latencies, all intended at the start, each applied in its own turn.
  init(latencies: [Double]) {
    self.init()
    for _ in latencies { update(at: 0) }
    for (index, latency) in latencies.enumerated() {
      application(of: [index], latency, latency)
    }
  }

  /// Adds an update that is submitted at `actual`, or never if that is nil.
  mutating func update(
    at time: Double, actual: Double?, producer: Int = 0, view: Int = 0, isUrgent: Bool = false
  ) {
    updatesByProducer[producer].append(Int32(updates.count))
    updates.append(
      atNanoseconds: Self.nanoseconds(time), producer: producer, view: view, row: updates.count,
      isUrgent: isUrgent)
    intended.append(Self.nanoseconds(time))
    self.actual.append(actual.map(Self.nanoseconds) ?? Self.never)
  }

  mutating func update(at time: Double, producer: Int = 0, view: Int = 0) {
    update(at: time, actual: time, producer: producer, view: view)
  }

  /// Adds a turn of the main thread without a delivery.
  mutating func turn(_ start: Double, _ end: Double) {
    turns.append(Turn(start: Self.nanoseconds(start), end: Self.nanoseconds(end)))
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
      deliver(view: view, start, end, applied: -1)
      commits.append(Commit(shownBy: Int32(turns.count), view: UInt16(view)))
      self.shown += shown
    }
    turn(start, end)
  }

  private mutating func deliver(view: Int, _ start: Double, _ end: Double, applied: Int) {
    let end = Self.nanoseconds(end)
    deliveries.append(
      Delivery(
        start: Self.nanoseconds(start), end: end, shown: end, applied: Int32(applied),
        view: UInt16(view), core: -1))
  }

  func figure(_ metric: Metric, counters: TrialCounters = TrialCounters()) -> Double? {
    metric.value(TrialAnalysis(self, counters))
  }

  private static func nanoseconds(_ milliseconds: Double) -> UInt64 {
    UInt64((milliseconds * 1e6).rounded())
  }
}

/// Whether two figures are equal up to floating-point rounding.
func isClose(_ value: Double?, _ expected: Double) -> Bool {
  guard let value else { return false }
  return abs(value - expected) <= 1e-9 * max(1, abs(expected))
}
