/// The newest five of many samples. They are kept sorted, because a policy's ``DeliveryPolicy/due`` is read often.
package struct RecentSamples: Sendable {
  package static let capacity = 5

  // Vectors, because they need no allocation. Only the first `count` elements are used.
  private var newest = SIMD8<UInt64>()
  private var sorted = SIMD8<UInt64>()
  package private(set) var count = 0
  /// The middle sample, or the lower of two in the middle; nil without samples. Stored, because it is read often.
  package private(set) var median: UInt64?
  private var next = 0

  package init() {}

  package mutating func add(_ sample: UInt64) {
    var index = count
    if count < Self.capacity {
      count += 1
    } else {
      index = 0
      while sorted[index] != newest[next] { index += 1 }
    }
    newest[next] = sample
    next = (next + 1) % Self.capacity
    // Shift the samples between the replaced sample's place and the new one's.
    while index > 0, sorted[index - 1] > sample {
      sorted[index] = sorted[index - 1]
      index -= 1
    }
    while index + 1 < count, sorted[index + 1] < sample {
      sorted[index] = sorted[index + 1]
      index += 1
    }
    sorted[index] = sample
    median = sorted[(count - 1) / 2]
  }

  package var largest: UInt64? { count == 0 ? nil : sorted[count - 1] }

  /// The second largest sample, or the only one; nil without samples.
  package var secondLargest: UInt64? { count == 0 ? nil : sorted[max(0, count - 2)] }
}
