/// Counts whole numbers to three significant digits. Each number below 2048 has its own class; above, each range
/// between powers of two has 1024 classes of equal width. Source: Tene, HdrHistogram, http://hdrhistogram.org.
package struct Histogram {
  /// The non-empty classes, ascending, with the greatest number that each can hold.
  package let classes: [(greatest: UInt64, count: UInt64)]
  package let greatest, total: UInt64

  package init(of numbers: [UInt64]) { self.init(numbers.lazy.map { ($0, 1) }) }

  package init(_ numbers: [(number: UInt64, count: UInt64)]) {
    self.init(numbers.lazy.map { ($0.number, $0.count) })
  }

  // Private, because calls from other modules could not be specialized and would look up types for each number.
  private init(_ numbers: some Sequence<(UInt64, UInt64)>) {
    var counts: [UInt64] = []
    var greatest: UInt64 = 0
    for (number, count) in numbers {
      greatest = max(greatest, number)
      let index = Self.index(of: number)
      if index >= counts.count { counts += repeatElement(0, count: index + 1 - counts.count) }
      // Wraps, because a damaged file may claim any count.
      counts[index] &+= count
    }
    classes = counts.indices.lazy.filter { counts[$0] > 0 }
      .map { (Self.greatest(inClass: $0), counts[$0]) }
    self.greatest = greatest
    total = counts.reduce(0, &+)
  }

  /// The number that `share` percent of all numbers do not exceed, rounded up to the greatest of its class; 0 if there
  /// are no numbers. `share` is over 0 and under 100.
  package func percentile(_ share: Double) -> UInt64 {
    // `nextDown`, because a rounding error must not push the rank into the next class.
    let rank = max(1, UInt64((share.nextDown * Double(total) / 100).rounded(.up)))
    var seen: UInt64 = 0
    let found = classes.first {
      seen &+= $0.count
      return seen >= rank
    }
    return min(found?.greatest ?? 0, greatest)
  }

  private static func index(of number: UInt64) -> Int {
    let shift = 53 - (number | 2047).leadingZeroBitCount
    return shift << 10 + Int(number >> shift)
  }

  private static func greatest(inClass index: Int) -> UInt64 {
    let shift = max(0, index >> 10 - 1)
    return (UInt64(index - shift << 10) + 1) << shift &- 1
  }
}
