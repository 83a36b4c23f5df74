/// The exact distribution of Wilcoxon's signed-rank sum under symmetry about zero: each rank counts
/// with probability ½, independently.
///
/// Ties are no exception: with midranks it is the distribution given which values were tied. By
/// dynamic programming over doubled ranks, which are whole numbers; O(n × sum of ranks).
/// Source: Hollander, Wolfe, Chicken, "Nonparametric statistical methods", 3rd ed., section 3.1.
struct SignedRankDistribution {
  /// The probability of each doubled sum.
  private let probabilities: [Double]

  /// - Parameter doubledRanks: twice the ranks of the values that are not zero.
  init(doubledRanks: [Int]) {
    var probabilities = [Double](repeating: 0, count: doubledRanks.reduce(1, +))
    probabilities[0] = 1
    var highest = 0
    for rank in doubledRanks {
      highest += rank
      for sum in stride(from: highest, through: 0, by: -1) {
        let with = sum >= rank ? probabilities[sum - rank] : 0
        probabilities[sum] = (probabilities[sum] + with) / 2
      }
    }
    self.probabilities = probabilities
  }

  /// The distribution for `count` values without ties.
  init(count: Int) {
    self.init(doubledRanks: (0..<count).map { 2 * ($0 + 1) })
  }

  /// The probability that the doubled sum is `doubledSum` or more.
  func probability(atLeast doubledSum: Int) -> Double {
    min(1, probabilities.dropFirst(max(0, doubledSum)).reversed().reduce(0, +))
  }

  /// The probability that the doubled sum is `doubledSum` or less.
  func probability(atMost doubledSum: Int) -> Double {
    min(1, probabilities.prefix(max(0, doubledSum + 1)).reduce(0, +))
  }
}
