/// A delivery's times and its main-thread time, in nanoseconds of the coalescer's clock; see `docs/in-an-app.md`.
public struct DeliveryTiming: Sendable {
  /// When the handler was called.
  public let start: UInt64
  /// When the handler returned.
  public let end: UInt64
  /// How much of the main thread's time the handler took.
  public let mainNanoseconds: UInt64
  /// The delivery's share of the layout commit that followed; nil if unknown.
  public let layoutNanoseconds: UInt64?

  /// Describes a delivery; by default, the handler kept the main thread busy from start to end.
  public init(
    start: UInt64, end: UInt64, mainNanoseconds: UInt64? = nil, layoutNanoseconds: UInt64? = nil
  ) {
    self.start = start
    // If the clock was set back, the delivery counts as having taken no time.
    self.end = max(start, end)
    self.mainNanoseconds = mainNanoseconds ?? self.end - start
    self.layoutNanoseconds = layoutNanoseconds
  }
}
