extension Pace {
  /// Delivers when updates have paused.
  ///
  /// Without a `maximum`, nothing is delivered while a steady stream of updates goes on. That suits a search field or a
  /// draft. For a list, give a maximum or use another pace.
  ///
  /// Rule: updates wait, merged, until none has arrived for `wait`, or until the first has waited `maximum`. With
  /// `leading`, an update that comes after a pause of `wait` or more is delivered at once.
  ///
  /// Origin: Combine's `debounce(for:scheduler:)`; with a maximum, lodash's `debounce` with `maxWait`, trailing edge.
  /// The maximum is counted from the first pending update, not from the last delivery.
  ///
  /// Drawback: even a lone update waits. With a maximum, latency is bounded by the maximum plus one delivery, or two if
  /// one is under way; without a maximum, it has no bound. Deliveries longer than the maximum keep the main thread busy
  /// for as long as updates arrive. A submission reads the clock, which takes 25–30 ns.
  /// - Parameters:
  ///   - wait: how long updates must have paused; negative counts as zero.
  ///   - maximum: how long an update waits at most; less than `wait` counts as `wait`; nil for no limit.
  ///   - leading: whether the first update after a pause is delivered at once, and only those behind it wait.
  /// - Returns: the pace.
  public static func debounce(
    for wait: Duration = .milliseconds(100), maximum: Duration? = nil, leading: Bool = false
  ) -> Pace { Pace(DebouncePolicy(wait: wait, maximumWait: maximum, isLeading: leading)) }
}

struct DebouncePolicy: EnginePolicy {
  private let wait: UInt64
  private let maximumWait: UInt64
  private let isLeading: Bool
  private var first = UInt64.max
  private var newest: UInt64 = 0
  /// The newest submission that was delivered.
  private var delivered: UInt64 = 0

  init(wait: Duration, maximumWait: Duration? = nil, isLeading: Bool = false) {
    self.wait = wait.wholeNanoseconds
    self.isLeading = isLeading
    self.maximumWait = maximumWait.map { max(wait, $0).wholeNanoseconds } ?? .max
  }

  var due: UInt64 {
    if isLeading, first < .max, first >= delivered.adding(orNever: wait) { return first }
    return min(newest.adding(orNever: wait), first.adding(orNever: maximumWait))
  }

  var key: String? {
    guard !isLeading else { return nil }
    // The bench reads durations of up to a day.
    let maximum = min(maximumWait, 86_400_000_000_000)
    return "debounce:wait=\(wait.keyText):max-wait=\(maximum.keyText)"
  }

  mutating func didHear(_ count: Int, at now: UInt64) {
    if first == .max { first = now }
  }

  mutating func willDeliver(at now: UInt64) {
    first = .max
    delivered = newest
  }

  mutating func didDrop() { first = .max }

  mutating func inherit(from old: DebouncePolicy) -> Bool {
    first = old.first
    newest = old.newest
    delivered = old.delivered
    return true
  }

  var timesDeliveries: Bool { false }
  var notesEverySubmission: Bool { true }
  mutating func didNote(newest: UInt64) { self.newest = max(self.newest, newest) }
}
