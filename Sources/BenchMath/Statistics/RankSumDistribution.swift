/// The distribution of a sum of ranks under the null hypothesis. It is exact up to 50 values, by dynamic programming over
/// doubled ranks, which are whole numbers even with ties. Beyond that, to save time, it is a normal approximation with
/// corrections for ties and continuity. Source: Hollander, Wolfe, Chicken, "Nonparametric statistical methods", 3rd ed.,
/// sections 3.1 and 4.1.
struct RankSumDistribution {
  private static let mostValues = 50

  /// The probability of each doubled sum; nil if the distribution is approximated.
  private let probabilities: [Double]?
  /// The least doubled sum.
  private let least: Int
  private let mean, variance: Double

  /// The distribution if each rank is in the sum with probability ½, as in the signed-rank test. O(n × sum) if exact.
  init(signed ranks: Midranks) {
    let n = Double(ranks.doubled.count)
    (least, mean) = (0, n * (n + 1) / 4)
    variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48
    probabilities =
      ranks.doubled.count > Self.mostValues ? nil : Self.probabilities(signed: ranks.doubled)
  }

  /// The distribution if all choices of `count` of the ranks 1 to `all` are equally probable, as in the Mann–Whitney
  /// test. O(all × count × sum) if exact.
  init(choosing count: Int, of all: Int) {
    let (n, size) = (Double(count), Double(all))
    (least, mean) = (count * (count + 1), n * (size - n) / 2)
    variance = n * (size - n) / 12 * (size + 1)
    probabilities = all > Self.mostValues ? nil : Self.probabilities(choosing: count, of: all)
  }

  static func probabilities(signed doubledRanks: [Int]) -> [Double] {
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
    return probabilities
  }

  /// `Double` counts the choices of up to 50 ranks exactly.
  static func probabilities(choosing count: Int, of all: Int) -> [Double] {
    let width = 1 + count * (2 * all - count + 1)
    // The number of choices, by how many ranks are chosen and by their doubled sum.
    var ways = [Double](repeating: 0, count: (count + 1) * width)
    ways[0] = 1
    for (seen, rank) in stride(from: 2, through: 2 * all, by: 2).enumerated() {
      for chosen in stride(from: min(count, seen + 1), to: 0, by: -1) {
        for sum in rank..<width {
          ways[chosen * width + sum] += ways[(chosen - 1) * width + sum - rank]
        }
      }
    }
    let choices = ways.suffix(width).reduce(0, +)
    return ways.suffix(width).map { $0 / choices }
  }

  func probability(atLeast doubledSum: Int) -> Double {
    probabilities.map { min(1, $0.dropFirst(max(0, doubledSum)).reversed().reduce(0, +)) }
      ?? approximation(mean - Double(doubledSum) / 2)
  }

  func probability(atMost doubledSum: Int) -> Double {
    probabilities.map { min(1, $0.prefix(max(0, doubledSum + 1)).reduce(0, +)) }
      ?? approximation(Double(doubledSum) / 2 - mean)
  }

  private func approximation(_ excess: Double) -> Double {
    variance > 0 ? NormalDistribution.cumulative((0.5 + excess) / variance.squareRoot()) : 1
  }

  /// The smallest x with P(sum − least sum ≤ x) > `tail`, which is less than 1.
  func quantile(_ tail: Double) -> Int {
    guard let probabilities else {
      return Int(mean + NormalDistribution.quantile(tail) * variance.squareRoot())
    }
    var below = 0.0
    let sum = probabilities.firstIndex {
      below += $0
      return below > tail
    }
    return ((sum ?? least) - least) / 2
  }
}
