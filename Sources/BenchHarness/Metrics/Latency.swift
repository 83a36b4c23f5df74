import BenchMath

/// A latency runs from an update's intended submission to the end of the run-loop turn, or frame, that first shows
/// the update. Updates that are never shown have no latency; they count as lost.
extension Metric {
  package static let latencyP50 = latency("p50", 0.5)
  package static let latencyP90 = latency("p90", 0.9)
  package static let latencyP95 = latency("p95", 0.95)
  package static let latencyP99 = latency("p99", 0.99)
  package static let latencyP999 = latency("p99_9", 0.999)

  package static let latencyMax = Metric(
    "latency_max_ms", "the longest latency"
  ) { milliseconds($0.pooledLatencies.last) }

  package static let latencyMean = Metric(
    "latency_mean_ms", "the mean latency"
  ) { mean($0.pooledLatencies) }

  static let latencyUrgentMax = Metric(
    "latency_urgent_max_ms", title: "latency urgent",
    "the longest latency of updates that must not wait"
  ) { milliseconds($0.longestUrgent) }

  package static let staleShare = Metric(
    "stale_share", "time that the view is out of date ÷ the workload's length; mean over the views"
  ) { trial in
    trial.log.share(Double(trial.staleNanoseconds)).map { $0 / Double(trial.log.viewCount) }
  }

  private static func latency(_ name: String, _ share: Double) -> Metric {
    let title = name.replacing("_", with: ".")
    return Metric(
      "latency_\(name)_ms", title: "latency \(title)",
      "latency that \(title.dropFirst()) % of the updates do not exceed"
    ) { milliseconds(percentile(share, ofSorted: $0.pooledLatencies)) }
  }

  package var isLatency: Bool { [Metric].latency.contains(self) }
}

extension [Metric] {
  static let latency: [Metric] = [
    .latencyP50, .latencyP90, .latencyP95, .latencyP99, .latencyP999, .latencyMax, .latencyMean,
    .latencyUrgentMax,
  ]
}

extension Metric {
  static func milliseconds(_ nanoseconds: UInt64?) -> Double? {
    nanoseconds.map { Double($0) / 1e6 }
  }

  static func mean(_ nanoseconds: [UInt64]) -> Double? {
    nanoseconds.isEmpty
      ? nil : nanoseconds.reduce(0) { $0 + Double($1) } / Double(nanoseconds.count) / 1e6
  }
}
