/// The exact distribution of a sum of ranks under the null hypothesis; with midranks, given the ties. By dynamic
/// programming over doubled ranks, which are whole numbers. Source: Hollander, Wolfe, Chicken, "Nonparametric
/// statistical methods", 3rd ed., sections 3.1 and 4.1.
struct RankSumDistribution {
  private let probabilities: [Double]

  /// Each rank counts with probability ½, independently, as in the signed-rank test. O(n × sum of ranks).
  init(signed doubledRanks: [Int]) {
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

  /// Every choice of `count` ascending ranks is equally probable, as in the Mann–Whitney test. O(n × count × sum of
  /// ranks); exact up to about fifty, whose choices a double still counts.
  init(choosing count: Int, of doubledRanks: [Int]) {
    let width = doubledRanks.suffix(count).reduce(1, +)
    // By number of chosen ranks and their sum.
    var ways = [Double](repeating: 0, count: (count + 1) * width)
    ways[0] = 1
    for (seen, rank) in doubledRanks.enumerated() {
      for chosen in stride(from: min(count, seen + 1), to: 0, by: -1) {
        for sum in rank..<width {
          ways[chosen * width + sum] += ways[(chosen - 1) * width + sum - rank]
        }
      }
    }
    let chosen = ways.suffix(width)
    let all = chosen.reduce(0, +)
    probabilities = chosen.map { $0 / all }
  }

  /// Of the sum of independent rank sums, each times its weight.
  init(sumOf parts: [(distribution: RankSumDistribution, weight: Int)]) {
    probabilities = parts.reduce([1]) { sums, part in
      let added = part.distribution.probabilities
      var longer = [Double](repeating: 0, count: sums.count + (added.count - 1) * part.weight)
      for (place, probability) in added.enumerated() where probability > 0 {
        for sum in sums.indices { longer[sum + place * part.weight] += sums[sum] * probability }
      }
      return longer
    }
  }

  func probability(atLeast doubledSum: Int) -> Double {
    min(1, probabilities.dropFirst(max(0, doubledSum)).reversed().reduce(0, +))
  }

  func probability(atMost doubledSum: Int) -> Double {
    min(1, probabilities.prefix(max(0, doubledSum + 1)).reduce(0, +))
  }

  /// The least sum that is reached or undercut with a probability over `tail`, under 1.
  func quantile(_ tail: Double) -> Int {
    var below = 0.0
    return probabilities.firstIndex {
      below += $0
      return below > tail
    } ?? 0
  }
}

/// Ranks from 1; equal values share the mean of their ranks.
struct Midranks {
  /// Twice the ranks: whole numbers.
  private(set) var doubled: [Int] = []
  /// The sum of t³ − t over groups of t equal values, which reduces a variance.
  private(set) var ties = 0.0

  init(_ sorted: [Double]) {
    for group in Array(sorted.indices).chunked(by: { sorted[$0] == sorted[$1] }) {
      // Ranks first+1 … last+1 have the mean (first + last) / 2 + 1.
      doubled += Array(repeating: group.startIndex + group.endIndex + 1, count: group.count)
      ties += Double(group.count) * (Double(group.count * group.count) - 1)
    }
  }
}
