import Histogram

/// How many updates had a latency.
package struct LatencyCount: Codable, Sendable, Equatable {
  /// The latency, to three significant digits.
  package var nanoseconds: UInt64
  /// How many updates had it.
  package var count: UInt64

  /// The latencies, ascending, counted by an HDR histogram.
  static func counts(_ latencies: [UInt64]) -> [LatencyCount] {
    let histogram = LatencyHistogram(latencies.lazy.map { LatencyCount(nanoseconds: $0, count: 1) })
    return histogram?.counts ?? []
  }

  /// The latency that `share` percent of the updates do not exceed; nil where none lies beyond it.
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

/// An HDR histogram of latencies.
package struct LatencyHistogram {
  /// The longest, in nanoseconds.
  package let longest: UInt64
  private var histogram: Histogram<UInt64>

  /// Nil where there are none.
  package init?(_ latencies: some Collection<LatencyCount>) {
    guard let longest = latencies.lazy.map(\.nanoseconds).max() else { return nil }
    self.longest = longest
    histogram = Histogram(
      highestTrackableValue: max(2, longest), numberOfSignificantValueDigits: .three)
    for latency in latencies {
      let isRecorded = histogram.record(latency.nanoseconds, count: latency.count)
      precondition(isRecorded, "The histogram was made for the longest latency.")
    }
  }

  /// How many there are.
  package var total: UInt64 { histogram.totalCount }

  /// The latency, in nanoseconds, that so many percent do not exceed.
  package func percentile(_ share: Double) -> UInt64 { histogram.valueAtPercentile(share) }

  /// The latencies, ascending.
  var counts: [LatencyCount] {
    histogram.recordedValues().map { LatencyCount(nanoseconds: $0.value, count: $0.count) }
  }
}
