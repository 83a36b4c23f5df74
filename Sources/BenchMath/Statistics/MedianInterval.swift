import Foundation

/// A median with its distribution-free 95 % confidence interval.
package struct MedianInterval: Codable, Sendable, Equatable {
  package static let fewest = 6

  package let count: Int
  package let median: Double
  /// The ends of the confidence interval; nil if there are fewer than ``fewest`` values.
  package let low, high: Double?

  /// Nil if `values` is empty. The interval extends from the k-th smallest to the k-th largest value, with the k that
  /// `rank` finds. Source: Conover, "Practical nonparametric statistics", 3rd ed., section 3.2.
  package init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    count = sorted.count
    let middle = count / 2
    median = count % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2
    let rank = Self.rank(count)
    (low, high) = (rank.map { sorted[$0 - 1] }, rank.map { sorted[sorted.count - $0] })
  }

  /// The largest k with P(B(n, ½) < k) ≤ 2.5 %; nil if 1 is too large. Uses logarithms: 2^−n underflows above n = 1074.
  private static func rank(_ count: Int) -> Int? {
    var (below, logarithm) = (0.0, -Double(count) * log(2.0))
    let rank = (0..<count).first { k in
      below += exp(logarithm)
      logarithm += log(Double(count - k)) - log(Double(k + 1))
      return below > 0.025
    }
    return rank == 0 ? nil : rank
  }
}

/// The nearest-rank percentile of ascending `values`; nil if fewer than ten values follow it.
package func percentile<Value>(_ share: Double, ofSorted values: [Value]) -> Value? {
  // Allow for rounding: 1 − 0.9 is slightly under 0.1, and 0.9 × 110 slightly over 99.
  let needed = (10 / (1 - share) - 1e-6).rounded(.up)
  guard Double(values.count) >= needed else { return nil }
  return values[Int((share * Double(values.count) - 1e-9).rounded(.up)) - 1]
}

/// Nil if `values` is empty, or any is ≤ 0.
package func geometricMean(_ values: [Double]) -> Double? {
  guard !values.isEmpty, values.allSatisfy({ $0 > 0 }) else { return nil }
  return exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
}
