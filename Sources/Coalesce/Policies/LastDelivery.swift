/// The last delivery, its layout commit included; all times in nanoseconds.
///
/// A layout commit comes after the handler has returned, with whatever else its turn changed, so
/// what one takes is an estimate.
struct LastDelivery: Sendable {
  /// When the handler was called and when it returned; the second is nil until the delivery is over.
  private var handler: (start: UInt64, end: UInt64?)?
  private var layout = LayoutCost()

  /// What a policy that counts from the last delivery has due: 0 where there was none, never while
  /// one is under way, else what `rule` makes of its start and its end.
  func due(_ rule: (_ start: UInt64, _ end: UInt64) -> UInt64) -> UInt64 {
    guard let handler else { return 0 }
    guard let end = handler.end else { return .max }
    return rule(handler.start, end.adding(orNever: layout.nanoseconds))
  }

  mutating func began(at now: UInt64) { handler = (now, nil) }

  mutating func ended(_ timing: DeliveryTiming) {
    layout.learn(timing)
    // It may have been forgotten meanwhile.
    if handler != nil { handler = (timing.start, timing.end) }
  }

  /// Forgets when it was, but not what a layout commit takes.
  mutating func forget() { handler = nil }
}
