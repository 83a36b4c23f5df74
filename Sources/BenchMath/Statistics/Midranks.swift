/// Ranks from 1, where equal values share the mean of theirs.
struct Midranks {
  /// Twice the ranks: whole numbers.
  private(set) var doubled: [Int] = []
  /// The sum of t³ − t over groups of t equal values, by which ties lessen a variance.
  private(set) var ties = 0.0

  /// Of ascending values.
  init(_ sorted: [Double]) {
    for group in Array(sorted.indices).chunked(by: { sorted[$0] == sorted[$1] }) {
      // Ranks first+1 … last+1 have the mean (first + last) / 2 + 1.
      doubled += Array(repeating: group.startIndex + group.endIndex + 1, count: group.count)
      ties += Double(group.count) * (Double(group.count * group.count) - 1)
    }
  }
}
