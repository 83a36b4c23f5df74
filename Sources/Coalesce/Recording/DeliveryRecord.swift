/// A recorded delivery. Times are in nanoseconds of the scheduler's clock.
struct DeliveryRecord: Sendable, Comparable {
  /// Marks an unknown time.
  static let unknown = UInt64.max

  let start: UInt64
  /// The handler's main-thread time.
  private(set) var handler = Self.unknown
  /// When the layout commit of the delivery's turn began and ended.
  private(set) var committed = Self.unknown
  private(set) var shown = Self.unknown
  /// How many deliveries share the layout commit.
  private var sharers: UInt32 = 1
  /// Whether the handler threw or the receiver was gone, so that the updates stayed pending.
  private(set) var isFailed = false

  init(start: UInt64) { self.start = start }

  mutating func end(mainNanoseconds: UInt64, isFailed: Bool) {
    handler = mainNanoseconds
    self.isFailed = isFailed
  }

  mutating func layOut(from start: UInt64, until end: UInt64, sharers: Int) {
    (committed, shown) = (start, end)
    self.sharers = UInt32(clamping: max(1, sharers))
  }

  private var isLaidOut: Bool { shown != Self.unknown }

  /// The time of the layout commit; nil if it was not timed.
  private var layout: UInt64? { isLaidOut ? shown - committed : nil }

  /// The delivery's own share of the layout commit; nil if that was not timed.
  var layoutShare: UInt64? { layout.map { $0 / UInt64(sharers) } }

  static func < (one: Self, other: Self) -> Bool { one.start < other.start }

  func row(since origin: UInt64) -> String {
    let known = [
      handler == Self.unknown ? nil : handler, layout, isLaidOut ? shown - origin : nil,
    ]
    let fields = known.map { $0?.description ?? "" }.joined(separator: ",")
    return "\(start - origin),\(isFailed ? "failed" : "delivery"),\(fields)\n"
  }
}
