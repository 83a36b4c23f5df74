/// How much main-thread time a delivery takes, layout commit included: known beforehand, or learnt.
///
/// `docs/in-an-app.md` says what is counted and what is missed. Only `longest` trusts a single sample. Other figures
/// count a first sample as at most `assumed`, and of two samples the shorter. The median layout commit is added once
/// three commits have been timed.
package struct DeliveryCost: Sendable {
  /// The most that a layout commit counts as: Apple's threshold for a hang. A longer commit includes other work.
  package static let longestLayout: UInt64 = 250_000_000

  private let known: UInt64?
  private let assumed: UInt64
  private var handler = RecentSamples()
  private var layout = RecentSamples()

  /// `assumed` is the cost until there are samples, and the most that a single sample counts as.
  package init(known: Duration? = nil, assumed: Duration = .zero) {
    self.known = known?.wholeNanoseconds
    self.assumed = assumed.wholeNanoseconds
  }

  package var isKnown: Bool { known != nil }

  /// The known cost or, if it is learnt, the median of the newest five, in nanoseconds.
  package var nanoseconds: UInt64 { known ?? trusted { $0.median } }

  /// The known cost or, if it is learnt, the second longest of the newest five, in nanoseconds.
  package var usualMost: UInt64 { known ?? trusted { $0.secondLargest } }

  /// The known cost or, if it is learnt, the longest of the newest five, in nanoseconds.
  package var longest: UInt64 {
    known ?? handler.largest.map { $0.adding(orNever: layoutNanoseconds) } ?? assumed
  }

  package var layoutNanoseconds: UInt64 {
    layout.count < 3 ? 0 : min(layout.median ?? 0, Self.longestLayout)
  }

  private func trusted(_ typical: (RecentSamples) -> UInt64?) -> UInt64 {
    guard let sample = typical(handler) else { return assumed }
    let handler = handler.count == 1 ? min(sample, assumed) : sample
    return handler.adding(orNever: layoutNanoseconds)
  }

  package mutating func learn(_ timing: DeliveryTiming) {
    handler.add(timing.mainNanoseconds)
    if let sample = timing.layoutNanoseconds { layout.add(sample) }
  }

  package mutating func inherit(from old: DeliveryCost) {
    handler = old.handler
    layout = old.layout
  }

  /// How long one update can wait, in nanoseconds, before its waiting costs `cost` at `price`; `.max` on overflow.
  package static func patience(nanoseconds cost: UInt64, price: Double) -> UInt64 {
    UInt64(exactly: (Double(cost) / price).rounded(.up)) ?? .max
  }
}

/// The newest five of many samples. They are kept sorted, because a policy's ``DeliveryPolicy/due`` is read often.
package struct RecentSamples: Sendable {
  package static let capacity = 5

  // Vectors, because they need no allocation. Only the first `count` elements are used.
  private var newest = SIMD8<UInt64>()
  private var sorted = SIMD8<UInt64>()
  package private(set) var count = 0
  /// The middle sample, or the lower of two in the middle; nil without samples. Stored, because it is read often.
  package private(set) var median: UInt64?
  private var next = 0

  package init() {}

  package mutating func add(_ sample: UInt64) {
    var index = count
    if count < Self.capacity {
      count += 1
    } else {
      index = 0
      while sorted[index] != newest[next] { index += 1 }
    }
    newest[next] = sample
    next = (next + 1) % Self.capacity
    // Shift the samples between the replaced sample's place and the new one's.
    while index > 0, sorted[index - 1] > sample {
      sorted[index] = sorted[index - 1]
      index -= 1
    }
    while index + 1 < count, sorted[index + 1] < sample {
      sorted[index] = sorted[index + 1]
      index += 1
    }
    sorted[index] = sample
    median = sorted[(count - 1) / 2]
  }

  package var largest: UInt64? { count == 0 ? nil : sorted[count - 1] }

  /// The second largest sample, or the only one; nil without samples.
  package var secondLargest: UInt64? { count == 0 ? nil : sorted[max(0, count - 2)] }
}

/// The last delivery, layout commit included; all times in nanoseconds.
package struct LastDelivery: Sendable {
  /// When the delivery began; nil if there was none, or if it was forgotten.
  private var start: UInt64?
  /// When the handler ended and how long it kept the main thread busy; nil until the delivery is over.
  private var over: (end: UInt64, mainNanoseconds: UInt64)?
  private var cost = DeliveryCost()

  package init() {}

  /// Applies `rule` to the last delivery; returns 0 if there was none. Its main-thread time counts as at most that of a
  /// usual delivery. While the last delivery is under way, its start counts as its end, for updates that may cancel it.
  package func due(
    _ rule: (_ start: UInt64, _ end: UInt64, _ mainNanoseconds: UInt64) -> UInt64
  ) -> UInt64 {
    guard let start else { return 0 }
    guard let over else { return rule(start, start, 0) }
    let layout = cost.layoutNanoseconds
    return rule(
      start, over.end.adding(orNever: layout),
      min(over.mainNanoseconds.adding(orNever: layout), cost.usualMost))
  }

  package mutating func willDeliver(at now: UInt64) { (start, over) = (now, nil) }

  package mutating func didDeliver(_ timing: DeliveryTiming) {
    cost.learn(timing)
    // Ignore the times of a delivery that was forgotten meanwhile.
    if start != nil { (start, over) = (timing.start, (timing.end, timing.mainNanoseconds)) }
  }

  /// Forgets when the last delivery was, but not what deliveries cost.
  package mutating func forget() { start = nil }
}
