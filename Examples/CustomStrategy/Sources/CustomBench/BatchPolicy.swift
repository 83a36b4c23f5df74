import Coalesce

/// A delivery when so many updates wait, or some time after the first of them.
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

  /// At once where there are enough.
  var due: UInt64 { count >= size ? 0 : first + wait }

  mutating func didHear(_ count: Int, at now: UInt64) {
    if self.count == 0 { first = now }
    self.count += count
  }

  /// Nothing changes before there are enough; asking for that number, and not comparing with it in
  /// each submission, is what two threads at once cannot step over.
  func nextCount(after heard: Int) -> Int { heard < size ? size : .max }

  mutating func willDeliver(at now: UInt64) { count = 0 }

  mutating func didDrop() { count = 0 }
}
