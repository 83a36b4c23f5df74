/// Whole numbers, counted to three significant digits.
///
/// Numbers below 2048 are counted one by one. Above, the numbers from one power of two to the next
/// share 1024 classes of equal width, so that no class is wider than a thousandth of its numbers.
///
/// Source: Tene, HdrHistogram, http://hdrhistogram.org.
package struct Histogram {
  /// The classes that have numbers, ascending: the greatest number that a class can hold, and how
  /// many it holds.
  package let classes: [(greatest: UInt64, count: UInt64)]
  package let greatest: UInt64
  package let total: UInt64

  /// Counts each number as often as is said.
  package init(_ numbers: [(number: UInt64, count: UInt64)]) {
    self.init(count: numbers.count) { numbers[$0] }
  }

  /// Counts each number once.
  package init(each numbers: [UInt64]) { self.init(count: numbers.count) { (numbers[$0], 1) } }

  private init(count: Int, _ item: (Int) -> (number: UInt64, count: UInt64)) {
    var counts: [UInt64] = []
    var greatest: UInt64 = 0
    for position in 0..<count {
      let (number, count) = item(position)
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

  /// The number that `share` percent, more than 0 and less than 100, do not exceed; 0 where there
  /// are none.
  package func percentile(_ share: Double) -> UInt64 {
    // The next smaller share, so that rounding does not lead into the next class.
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
