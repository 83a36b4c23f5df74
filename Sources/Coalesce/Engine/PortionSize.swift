/// Decides how many elements a delivery takes, by costs and gaps that it learns. Times are in nanoseconds.
struct PortionSize: Sendable {
  private let rule: Portion.Rule
  private var cost = ElementCost()
  /// The times between the starts of deliveries, if the earlier one left something.
  private var slots = RecentSamples()
  private var lastStart: UInt64?

  private static let frame: UInt64 = 16_666_667
  /// The shortest time that two pictures can be apart.
  private static let shortestSlot: UInt64 = 4_000_000

  /// Returns nil if deliveries take everything.
  init?(_ portion: Portion) {
    guard portion != .all else { return nil }
    rule = portion.rule
  }

  /// Whether the costs of deliveries must be known.
  var learnsCosts: Bool { if case .fitting = rule { true } else { false } }

  /// The size of a portion that is delivered at `now`.
  func count(of arrivals: inout Arrivals, at now: UInt64) -> Int {
    // Elements that arrived before `start` do not count as recent.
    var start = UInt64.max
    if case .evenly(let horizon) = rule {
      start = now - min(now, horizon > .max / 3 ? .max : 3 * horizon)
    }
    arrivals.forgetTaken(before: start)
    return switch rule {
    case .all: arrivals.count
    case .atMost(let count): count
    case .fitting(let time): cost.count(within: time)
    case .evenly(let horizon): evenCount(of: arrivals, from: start, at: now, over: horizon)
    }
  }

  private func evenCount(
    of arrivals: Arrivals, from start: UInt64, at now: UInt64, over horizon: UInt64
  ) -> Int {
    // Of one or two gaps, use the longer: a view's first deliveries come closer together than later ones.
    let usual = slots.count < 3 ? slots.largest : slots.median
    let slot = max(Self.shortestSlot, usual ?? Self.frame)
    // The average number that arrived between two deliveries during three horizons. For lumps a horizon apart, this is
    // at most the number that their deadlines require; otherwise, it is up to 4/3 of that.
    let recent = arrivals.batches.reduce(0) { $1.time < start ? $0 : $0 + $1.count }
    let slots = 3 * (Int(clamping: horizon / slot) + 1)
    var most = max(1, (recent + slots - 1) / slots)
    var due = -arrivals.taken
    for batch in arrivals.batches {
      due += batch.count
      let deadline = batch.time.adding(orNever: horizon)
      let deliveries = Int(clamping: (deadline - min(now, deadline)) / slot) + 1
      most = max(most, (due + deliveries - 1) / deliveries)
    }
    return most
  }

  /// A delivery is about to take its portion.
  mutating func willDeliver(at now: UInt64) {
    // After a pause or other work, everything is due. If that gap counted, all later deliveries would take everything,
    // and no shorter gap could be learnt.
    if let lastStart, case .evenly(let horizon) = rule, now < lastStart.adding(orNever: horizon) {
      slots.add(now - min(now, lastStart))
    }
    lastStart = nil
  }

  mutating func didLeave(at now: UInt64) { lastStart = now }

  mutating func didDeliver(_ count: Int, nanoseconds: UInt64) {
    if learnsCosts { cost.learn(count, nanoseconds: nanoseconds) }
  }
}

/// The cost of a delivery and of its elements, learnt from deliveries of different sizes.
private struct ElementCost {
  private static let (first, capacity, growth) = (16, 8, 4)

  private var samples: [(count: Double, nanoseconds: Double)] = []
  /// The cost of one element; nil before there have been deliveries of different sizes.
  private var each: Double?

  mutating func learn(_ count: Int, nanoseconds: UInt64) {
    if samples.count == Self.capacity { samples.removeFirst() }
    samples.append((Double(count), Double(nanoseconds)))
    let pairs = samples.indices.flatMap { right in
      samples[..<right].map { ($0, samples[right]) }
    }
    let slopes = pairs.filter { $0.count != $1.count }
      .map { ($1.nanoseconds - $0.nanoseconds) / ($1.count - $0.count) }
    each = median(slopes).map { max(0, $0) } ?? each
  }

  /// The most elements that a delivery can show within `time`; at least one.
  func count(within time: UInt64) -> Int {
    guard let largest = samples.map(\.count).max() else { return Self.first }
    // Deliveries of one size do not reveal the cost of an element, so the whole cost counts as the elements'.
    let each = each ?? median(samples.map { $0.nanoseconds / $0.count }) ?? 0
    let fixed = max(0, median(samples.map { $0.nanoseconds - each * $0.count }) ?? 0)
    // If the fixed cost exceeds half of `time`, the elements may take as long as the fixed cost.
    let left = max(Double(time) - fixed, fixed)
    let fitting = each > 0 ? left / each : left > 0 ? .infinity : 1
    return Int(max(1, min(fitting, largest * Double(Self.growth))))
  }

  private func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
  }
}
