/// Ranks from 1; equal values share the mean of their ranks.
struct Midranks {
  /// Twice the ranks, so that they are whole numbers.
  private(set) var doubled: [Int] = []
  /// The sum of t³ − t over groups of t equal values; ties reduce the variance.
  private(set) var ties = 0.0

  init(_ sorted: [Double]) {
    for group in Array(sorted.indices).chunked(by: { sorted[$0] == sorted[$1] }) {
      // The mean of the ranks first+1 … last+1 is (first + last) / 2 + 1.
      doubled += Array(repeating: group.startIndex + group.endIndex + 1, count: group.count)
      ties += Double(group.count) * (Double(group.count * group.count) - 1)
    }
  }
}

extension Array {
  /// Splits the array between neighbours for which `belongTogether` is false.
  package func chunked(by belongTogether: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for position in indices.dropFirst() where !belongTogether(self[position - 1], self[position]) {
      chunks.append(self[start..<position])
      start = position
    }
    if start < endIndex { chunks.append(self[start...]) }
    return chunks
  }
}
