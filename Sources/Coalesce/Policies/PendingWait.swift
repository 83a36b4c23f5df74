/// What the pending updates have waited together: their number and the sum of their waiting, kept up
/// to the newest arrival. O(1) in time and memory, whatever is pending.
///
/// The sum of arrival times would say the same, but overflows; waiting that overflows is long overdue
/// and may stay at the largest number there is.
struct PendingWait: Sendable {
  private(set) var count: UInt64 = 0
  private var waited: UInt64 = 0
  /// When the newest of them arrived.
  private(set) var newest: UInt64 = 0
  /// When the oldest of them arrived.
  private(set) var oldest: UInt64 = 0

  var isEmpty: Bool { count == 0 }

  /// Adds updates that begin to wait at `now`; a time before the newest one counts as that, for a
  /// thread may be held up between the clock and here.
  mutating func add(_ added: Int, at now: UInt64) {
    let now = isEmpty ? now : max(now, newest)
    if isEmpty { oldest = now }
    waited = isEmpty ? 0 : total(at: now)
    newest = now
    count += UInt64(added)
  }

  /// What they have waited together by `now`.
  func total(at now: UInt64) -> UInt64 {
    guard now > newest else { return waited }
    let (more, isOver) = count.multipliedReportingOverflow(by: now - newest)
    return isOver ? .max : waited.adding(orNever: more)
  }

  /// When their waiting adds up to `total`, if none comes; never where there is none.
  func time(reaching total: UInt64) -> UInt64 {
    guard !isEmpty else { return .max }
    guard total > waited else { return newest }
    let missing = total - waited
    return newest.adding(orNever: missing / count + (missing % count == 0 ? 0 : 1))
  }
}

/// When waiting becomes too dear: what policies that weigh waiting against deliveries share.
struct WaitPrice: Sendable {
  /// How many nanoseconds of main one update that waits one nanosecond is worth.
  let perUpdate: Double
  /// How long an update waits at the most; nil for no limit.
  let maximumWait: UInt64?

  /// What a self-tuning policy makes an update wait at the most while it learns what a delivery
  /// takes, whatever it has learnt.
  static let longestWhileLearning = Duration.seconds(1)

  /// - Parameters:
  ///   - price: what an update that waits is worth; over 0 and finite.
  ///   - maximumWait: how long an update waits at the most; nil for ``longestWhileLearning`` where the
  ///     cost is learnt, and for no limit where it is known.
  ///   - isLearnt: whether the cost of a delivery is learnt.
  init(_ price: Double, maximumWait: Duration?, isLearnt: Bool) {
    precondition(price > 0 && price.isFinite, "A price is more than 0, and finite.")
    perUpdate = price
    self.maximumWait =
      (maximumWait ?? (isLearnt ? Self.longestWhileLearning : nil))?.wholeNanoseconds
  }

  /// For how long one update may wait until that is worth a delivery that takes so much.
  func patience(nanoseconds cost: UInt64) -> UInt64 {
    DeliveryCost.patience(nanoseconds: cost, price: perUpdate)
  }

  /// When `wait` is worth a delivery that takes so much, or its oldest has waited for the maximum.
  func due(_ wait: PendingWait, nanoseconds cost: UInt64) -> UInt64 {
    min(wait.time(reaching: patience(nanoseconds: cost)), latest(wait))
  }

  /// When the oldest has waited for the maximum.
  func latest(_ wait: PendingWait) -> UInt64 {
    guard let maximumWait, !wait.isEmpty else { return .max }
    return wait.oldest.adding(orNever: maximumWait)
  }
}
