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

  var isEmpty: Bool { count == 0 }

  /// Adds updates that begin to wait at `now`; a time before the newest one counts as that, for a
  /// thread may be held up between the clock and here.
  mutating func add(_ added: Int, at now: UInt64) {
    let now = isEmpty ? now : max(now, newest)
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
