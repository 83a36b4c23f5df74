import Coalesce
import Dispatch

/// Takes numbers that several producers counted up, and holds each to its promise.
///
/// Thread safety: `take` on main only; the results after `done` was signalled.
package final class DeliveryAudit: @unchecked Sendable {
  // Proof of `@unchecked`: `take` alone writes, and a lock is left out on purpose, so that the
  // Thread Sanitizer reports deliveries that are made two at once or off main.
  private var next: [Int]
  private var total = 0
  package private(set) var disorderCount = 0
  package private(set) var deliveryCount = 0

  /// How many deliveries found another one under way.
  package let overlapCount = Atomic<Int>(0)

  /// Signalled when all was delivered.
  package let done = DispatchSemaphore(value: 0)
  private let underWay = Atomic<Bool>(false)
  private let updatesEach: Int

  package init(producers: Int, updatesEach: Int) {
    next = Array(repeating: 0, count: producers)
    self.updatesEach = updatesEach
  }

  /// Encodes an update of a producer.
  package func number(producer: Int, index: Int) -> Int { producer * updatesEach + index }

  package func take(_ numbers: [Int]) {
    if underWay.exchange(true, ordering: .relaxed) {
      overlapCount.wrappingAdd(1, ordering: .relaxed)
    }
    deliveryCount += 1
    for number in numbers {
      let (producer, index) = number.quotientAndRemainder(dividingBy: updatesEach)
      if next[producer] != index { disorderCount += 1 }
      next[producer] = index + 1
    }
    total += numbers.count
    underWay.store(false, ordering: .relaxed)
    if total == next.count * updatesEach { done.signal() }
  }
}
