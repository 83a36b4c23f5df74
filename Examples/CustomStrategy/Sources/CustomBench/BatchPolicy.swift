import Coalesce

/// Delivers when `size` updates are pending, or `wait` after the first of them.
struct BatchPolicy: DeliveryPolicy {
  let size: Int
  /// In nanoseconds, as all times of a policy are.
  private let wait: UInt64
  private var count = 0
  private var first: UInt64 = 0

  init(size: Int, wait: Duration) {
    self.size = size
    self.wait = UInt64(wait / .nanoseconds(1))
  }

  /// 0, which means now, once `size` updates are pending.
  var due: UInt64 { count >= size ? 0 : first + wait }

  mutating func didHear(_ count: Int, at now: UInt64) {
    if self.count == 0 { first = now }
    self.count += count
  }

  /// Asks to hear again at `size` pending updates, because nothing changes earlier. The engine counts, so two
  /// threads that submit at once cannot skip that number.
  func nextCount(after heard: Int) -> Int { heard < size ? size : .max }

  mutating func willDeliver(at now: UInt64) { count = 0 }

  mutating func didDrop() { count = 0 }
}
