import BenchMath

package struct LatencyCount: Codable, Sendable, Equatable {
  package var nanoseconds: UInt64
  package var count: UInt64

  /// Counts how often each latency occurs, to three significant digits. Ascending; the longest latency is exact.
  static func counts(_ latencies: [UInt64]) -> [LatencyCount] {
    let histogram = Histogram(of: latencies)
    return histogram.classes.map {
      LatencyCount(nanoseconds: min($0.greatest, histogram.greatest), count: $0.count)
    }
  }

  /// The latency that `share` percent of updates do not exceed; nil if a `share` under 100 leaves less than one update.
  package static func percentile(_ share: Double, of counts: [LatencyCount]) -> UInt64? {
    let total = Double(counts.reduce(0) { $0 + $1.count })
    if share >= 100 { return counts.last?.nanoseconds }
    guard total * (100 - share) / 100 >= 1 - 1e-6 else { return nil }
    var seen = 0.0
    return counts.first {
      seen += Double($0.count)
      return seen >= total * share / 100
    }?.nanoseconds
  }
}
