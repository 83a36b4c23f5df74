/// The last delivery, its layout commit included; all times in nanoseconds.
///
/// A layout commit comes after the handler has returned, with whatever else its turn changed, so
/// what one takes is an estimate.
struct LastDelivery: Sendable {
  /// When the handler was called; nil where there was none, or it was forgotten.
  private var start: UInt64?
  /// When it returned, and what it took of main; nil until the delivery is over.
  private var over: (end: UInt64, mainNanoseconds: UInt64)?
  private var layout = LayoutCost()

  /// What a policy that counts from the last delivery has due: 0 where there was none, never while
  /// one is under way, else what `rule` makes of its start, its end and what it took of main.
  func due(
    _ rule: (_ start: UInt64, _ end: UInt64, _ mainNanoseconds: UInt64) -> UInt64
  ) -> UInt64 {
    guard let start else { return 0 }
    guard let over else { return .max }
    let layout = layout.nanoseconds
    return rule(
      start, over.end.adding(orNever: layout), over.mainNanoseconds.adding(orNever: layout))
  }

  mutating func began(at now: UInt64) { (start, over) = (now, nil) }

  mutating func ended(_ timing: DeliveryTiming) {
    layout.learn(timing)
    // It may have been forgotten meanwhile.
    if start != nil { (start, over) = (timing.start, (timing.end, timing.mainNanoseconds)) }
  }

  /// Forgets when it was, but not what a layout commit takes.
  mutating func forget() { start = nil }
}
