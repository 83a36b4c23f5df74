/// When a delivery happened.
struct DeliveryTiming: Sendable {
  /// When the handler was called.
  let start: UInt64
  /// When it returned.
  let end: UInt64
  /// When main took up the next thing, the layout commit behind it; nil where another delivery began
  /// before that.
  let settled: UInt64?
}
