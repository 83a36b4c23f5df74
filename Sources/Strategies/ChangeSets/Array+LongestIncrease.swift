extension [Int?] {
  /// For each element, whether it belongs to one longest increasing subsequence, the same one for
  /// all; nil takes no part. The numbers must be unique.
  ///
  /// Patience sorting (Fredman, "On computing the length of longest increasing subsequences", 1975):
  /// O(n log n), and O(n) where all numbers increase.
  @usableFromInline
  var isInLongestIncrease: [Bool] {
    /// At index n: the place of the least number that ends an increase of n + 1 numbers.
    var ends: [(place: Int, number: Int)] = []
    /// The place before each in its increase; -1 at the beginning of one.
    var previous = [Int](repeating: -1, count: count)
    for (place, element) in enumerated() {
      guard let number = element else { continue }
      let length = ends.firstIndex(endingAbove: number)
      if length > 0 { previous[place] = ends[length - 1].place }
      if length == ends.count {
        ends.append((place, number))
      } else {
        ends[length] = (place, number)
      }
    }
    var isIn = [Bool](repeating: false, count: count)
    var place = ends.last?.place ?? -1
    while place >= 0 {
      isIn[place] = true
      place = previous[place]
    }
    return isIn
  }
}

extension [(place: Int, number: Int)] {
  /// The first index whose number is above `number`, in a list of ascending numbers; O(log n), and
  /// O(1) where that is the end.
  fileprivate func firstIndex(endingAbove number: Int) -> Int {
    guard let last, last.number > number else { return count }
    var range = indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        self[middle].number > number
        ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound
  }
}
