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
}
