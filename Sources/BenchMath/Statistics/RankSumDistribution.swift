/// The distribution of a sum of ranks under the null hypothesis; with midranks, conditional on the ties. It is exact up
/// to 50 values per stratum and 100 000 possible sums, by dynamic programming over doubled ranks, which are whole
/// numbers. Beyond that, to save time, it is a normal approximation with corrections for ties and continuity. Source:
/// Hollander, Wolfe, Chicken, "Nonparametric statistical methods", 3rd ed., sections 3.1 and 4.1.
struct RankSumDistribution {
  private static let (mostValues, mostSums) = (50, 100_000)

  /// The weights of the strata, proportional to 1 ÷ (number of values + 1).
  let weights: [Int]
  /// The probability of each doubled sum; nil if the distribution is approximated.
  private let probabilities: [Double]?
  /// The least doubled sum without ties; ``statistic(_:)`` counts from it.
  private let least: Int
  private let mean, variance: Double

  /// The distribution if each rank is in the sum with probability ½, as in the signed-rank test. O(n × sum) if exact.
  init(signed ranks: Midranks) {
    let n = Double(ranks.doubled.count)
    (weights, least, mean) = ([1], 0, n * (n + 1) / 4)
    variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48
    probabilities =
      ranks.doubled.count > Self.mostValues ? nil : Self.probabilities(signed: ranks.doubled)
  }

  /// The distribution of the weighted rank sum of second samples, each of `count` values. O(n × count × sum) if exact.
  init(_ strata: [(ranks: Midranks, count: Int)]) {
    let sizes = strata.map(\.ranks.doubled.count)
    func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
    // The least common multiple of all (size + 1); not extended above 1 000 000, where rounded weights are good enough.
    let common = Set(sizes).reduce(1) { common, size in
      common > 1_000_000 ? common : common / divisor(common, size + 1) * (size + 1)
    }
    weights = sizes.map { (common + $0 / 2) / ($0 + 1) }
    var (least, mean, variance, sums) = (0, 0.0, 0.0, 1)
    for ((ranks, count), weight) in zip(strata, weights) {
      let (all, n, w) = (Double(ranks.doubled.count), Double(count), Double(weight))
      least += weight * count * (count + 1)
      mean += w * n * (all - n) / 2
      variance += w * w * n * (all - n) / 12 * (all + 1 - ranks.ties / max(1, all * (all - 1)))
      sums += weight * ranks.doubled.suffix(count).reduce(0, +)
    }
    self.least = least
    self.mean = mean
    self.variance = variance
    let isExact = sums <= Self.mostSums && sizes.allSatisfy { $0 <= Self.mostValues }
    probabilities =
      !isExact
      ? nil
      : zip(strata, weights).reduce([1]) { sums, stratum in
        let added = Self.probabilities(choosing: stratum.0.count, of: stratum.0.ranks.doubled)
        var longer = [Double](repeating: 0, count: sums.count + (added.count - 1) * stratum.1)
        for (place, probability) in added.enumerated() where probability > 0 {
          for sum in sums.indices { longer[sum + place * stratum.1] += sums[sum] * probability }
        }
        return longer
      }
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

  /// The probability of each sum if all choices of `count` ranks are equally probable. `Double` is exact for 50 ranks.
  private static func probabilities(choosing count: Int, of doubledRanks: [Int]) -> [Double] {
    let width = doubledRanks.suffix(count).reduce(1, +)
    // The number of choices, by how many ranks are chosen and by their sum.
    var ways = [Double](repeating: 0, count: (count + 1) * width)
    ways[0] = 1
    for (seen, rank) in doubledRanks.enumerated() {
      for chosen in stride(from: min(count, seen + 1), to: 0, by: -1) {
        for sum in rank..<width {
          ways[chosen * width + sum] += ways[(chosen - 1) * width + sum - rank]
        }
      }
    }
    let all = ways.suffix(width).reduce(0, +)
    return ways.suffix(width).map { $0 / all }
  }

  func statistic(_ doubledSum: Int) -> Double { Double(doubledSum - least) / 2 }

  func probability(atLeast doubledSum: Int) -> Double {
    probabilities.map { min(1, $0.dropFirst(max(0, doubledSum)).reversed().reduce(0, +)) }
      ?? approximation(mean - statistic(doubledSum))
  }

  func probability(atMost doubledSum: Int) -> Double {
    probabilities.map { min(1, $0.prefix(max(0, doubledSum + 1)).reduce(0, +)) }
      ?? approximation(statistic(doubledSum) - mean)
  }

  private func approximation(_ excess: Double) -> Double {
    let half = Double(weights.max() ?? 0) / 2
    return variance > 0 ? NormalDistribution.cumulative((half + excess) / variance.squareRoot()) : 1
  }

  /// Twice the least statistic x with P(statistic ≤ x) > `tail`, which is under 1.
  func doubledQuantile(_ tail: Double) -> Int {
    guard let probabilities else {
      return 2 * Int(mean + NormalDistribution.quantile(tail) * variance.squareRoot())
    }
    var below = 0.0
    let sum = probabilities.firstIndex {
      below += $0
      return below > tail
    }
    return (sum ?? 0) - least
  }
}
