/// The last delivery, layout commit included; all times in nanoseconds.
struct LastDelivery: Sendable {
  /// When the delivery began; nil if there was none, or if it was forgotten.
  private var start: UInt64?
  /// When the handler ended and how long it kept the main thread busy; nil until the delivery is over.
  private var over: (end: UInt64, mainNanoseconds: UInt64)?
  private var cost = DeliveryCost()

  /// Applies `rule` to the last delivery; returns 0 if there was none. Its main-thread time counts as at most that of a
  /// usual delivery. While the last delivery is under way, its start counts as its end, for updates that may cancel it.
  func due(
    _ rule: (_ start: UInt64, _ end: UInt64, _ mainNanoseconds: UInt64) -> UInt64
  ) -> UInt64 {
    guard let start else { return 0 }
    guard let over else { return rule(start, start, 0) }
    let layout = cost.layoutNanoseconds
    return rule(
      start, over.end.adding(orNever: layout),
      min(over.mainNanoseconds.adding(orNever: layout), cost.usualMost))
  }

  mutating func willDeliver(at now: UInt64) { (start, over) = (now, nil) }

  mutating func didDeliver(_ timing: DeliveryTiming) {
    cost.learn(timing)
    // Ignore the times of a delivery that was forgotten meanwhile.
    if start != nil { (start, over) = (timing.start, (timing.end, timing.mainNanoseconds)) }
  }

  /// Forgets when the last delivery was, but not what deliveries cost.
  mutating func forget() { start = nil }
}
