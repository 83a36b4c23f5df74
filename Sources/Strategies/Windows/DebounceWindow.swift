/// When a debounced delivery may start: after a quiet time, but never too long after the first.
struct DebounceWindow: DeliveryWindow {
  static let deliversInSubmit = false

  /// The newest submission; every one of them is noted, without the lock.
  let newest: LatestTime
  private let wait: UInt64
  private let maximumWait: UInt64
  private var first = UInt64.max

  init(newest: LatestTime, waitNanoseconds: UInt64, maximumWaitNanoseconds: UInt64) {
    self.newest = newest
    wait = waitNanoseconds
    maximumWait = max(wait, maximumWaitNanoseconds)
  }

  var due: UInt64 {
    min(newest.nanoseconds.adding(orNever: wait), first.adding(orNever: maximumWait))
  }

  mutating func arrived(at now: UInt64) { first = now }

  /// The next first one is not known until it has arrived, though it may be in the store already.
  mutating func began(at now: UInt64) { first = .max }

  mutating func ended(_ timing: DeliveryTiming) {}
}
