import Coalesce

/// How many updates are waiting, and how long they had waited in total at the newest arrival. O(1) in time and memory.
/// A sum of arrival times would overflow. The total stops at `UInt64.max`, which only long overdue updates reach.
struct PendingWait: Sendable {
  private(set) var count: UInt64 = 0
  private var waited: UInt64 = 0
  private(set) var newest: UInt64 = 0
  private(set) var oldest: UInt64 = 0

  var isEmpty: Bool { count == 0 }

  /// Adds updates that wait from `now` or the newest arrival, whichever is later: the clock may be read out of order.
  mutating func add(_ added: Int, at now: UInt64) {
    let now = isEmpty ? now : max(now, newest)
    if isEmpty { oldest = now }
    waited = isEmpty ? 0 : total(at: now)
    newest = now
    count += UInt64(added)
  }

  func total(at now: UInt64) -> UInt64 {
    guard now > newest else { return waited }
    let (more, isOver) = count.multipliedReportingOverflow(by: now - newest)
    return isOver ? .max : waited.adding(orNever: more)
  }

  /// When the waiting adds up to `total` if no other update arrives; `.max` if no update is pending.
  func time(reaching total: UInt64) -> UInt64 {
    guard !isEmpty else { return .max }
    guard total > waited else { return newest }
    let missing = total - waited
    return newest.adding(orNever: missing / count + (missing % count == 0 ? 0 : 1))
  }
}
