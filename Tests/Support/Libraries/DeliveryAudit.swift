import Coalesce
import Dispatch

/// Checks the order of ascending numbers from several producers, and that deliveries never overlap.
///
/// Thread safety: use `take` on the main thread only, and the results after `done` is signalled.
package final class DeliveryAudit: @unchecked Sendable {
  // `@unchecked` is safe: only `take` writes. It deliberately has no lock, so that the Thread Sanitizer reports
  // concurrent deliveries and deliveries off the main thread.
  private var next: [Int]
  private var total = 0
  package private(set) var disorderCount = 0
  package private(set) var deliveryCount = 0

  /// How many deliveries began during another one.
  package let overlapCount = Atomic<Int>(0)

  /// Signalled when all updates have been delivered.
  package let done = DispatchSemaphore(value: 0)
  private let underWay = Atomic<Bool>(false)
  private let updatesEach: Int

  package init(producers: Int, updatesEach: Int) {
    next = Array(repeating: 0, count: producers)
    self.updatesEach = updatesEach
  }

  /// Encodes the producer and index of an update.
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
