import Foundation

/// A median with its distribution-free 95 % confidence interval.
public struct MedianInterval: Codable, Sendable, Equatable {
  /// How many values there were.
  public let count: Int
  /// Their median.
  public let median: Double
  /// The interval's ends; nil with fewer than six values, which have no such interval.
  public let low, high: Double?

  /// The median of `values`; nil where there are none. Order does not matter.
  ///
  /// The interval lies between the k-th smallest and the k-th largest value, with the largest k for
  /// which the binomial distribution (n, ½) leaves at most 2.5 % below k.
  /// Source: Conover, "Practical nonparametric statistics", 3rd ed., section 3.2.
  public init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    count = sorted.count
    let middle = count / 2
    median = count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    guard let rank = Self.rank(count) else {
      low = nil
      high = nil
      return
    }
    low = sorted[rank - 1]
    high = sorted[count - rank]
  }

  /// The largest k with P(B(n, ½) < k) ≤ 2.5 %; nil where even k = 1 is too much. In logarithms,
  /// for 2^−n is no number any more above n = 1074.
  private static func rank(_ count: Int) -> Int? {
    var below = 0.0
    var logarithm = -Double(count) * log(2.0)
    var rank: Int?
    for k in 0..<count {
      below += exp(logarithm)
      guard below <= 0.025 else { return rank }
      rank = k + 1
      logarithm += log(Double(count - k)) - log(Double(k + 1))
    }
    return rank
  }
}
