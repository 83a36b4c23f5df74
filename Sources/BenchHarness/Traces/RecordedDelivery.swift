/// A delivery in a coalescer's recording, in nanoseconds since the first update.
package struct RecordedDelivery: Sendable, Equatable {
  package let start: UInt64
  /// The handler's main-thread time; nil if the recording ended before the handler did.
  package let handler: UInt64?
  /// When the layout commit after the delivery began and ended; nil if it was not timed.
  package let layout: Range<UInt64>?
  /// Whether the handler threw, so that the delivery showed nothing and its updates stayed pending.
  package let isFailed: Bool

  /// `layout` is the length of the layout commit, which ends at `shown`. Ignores times that contradict each other or are
  /// out of range, because the file is not trusted.
  package init(
    start: UInt64, handler: UInt64?, layout: UInt64? = nil, shown: UInt64? = nil,
    isFailed: Bool = false
  ) {
    let handler = handler.flatMap { $0 <= Self.longest ? $0 : nil }
    (self.start, self.handler, self.isFailed) = (start, handler, isFailed)
    guard let layout, let shown, layout <= Self.longest, shown < Self.latest,
      shown >= start + (handler ?? 0) + layout
    else {
      self.layout = nil
      return
    }
    self.layout = shown - layout..<shown
  }

  /// The delivery of a row, in a recording whose first update came at `first`; nil if it was before that, or years later.
  init?(_ row: RecordedRows.Row, at time: Int64, since first: Int64) {
    func number(_ column: String, since start: Int64 = 0) -> UInt64? {
      row.value(column).flatMap { Int64($0) }
        .flatMap { 0...TimeRule.limit ~= $0 ? UInt64(exactly: $0 - start) : nil }
    }
    guard let start = UInt64(exactly: time - first), start < Self.latest else { return nil }
    self.init(
      start: start, handler: number("handler_ns"), layout: number("layout_ns"),
      shown: number("shown_ns", since: first), isFailed: row.value("kind") == "failed")
  }

  /// The same delivery, but as long as an assumed cost.
  package var untimed: Self { Self(start: start, handler: nil, isFailed: isFailed) }

  private static let longest: UInt64 = 60_000_000_000
  /// Nine years.
  private static let latest: UInt64 = 300_000_000_000_000_000
}
