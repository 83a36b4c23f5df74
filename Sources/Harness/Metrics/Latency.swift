extension [Metric] {
  /// Intended submission → end of the run-loop turn in which a delivery first shows the update.
  ///
  /// Updates that were never shown have no latency; they are counted as lost.
  static let latency: [Metric] =
    [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99_9", 0.999)].map { name, share in
      let title = name.replacing("_", with: ".")
      return Metric(
        "latency_\(name)_ms", title: "latency \(title)", unit: "ms",
        "latency that \(title.dropFirst()) % of the updates do not exceed"
      ) { trial, _ in percentile(share, ofSorted: trial.latencies).map { Double($0) / 1e6 } }
    } + [
      Metric("latency_max_ms", title: "latency max", unit: "ms", "the longest latency") {
        trial, _ in trial.latencies.last.map { Double($0) / 1e6 }
      },
      Metric("latency_mean_ms", title: "latency mean", unit: "ms", "the mean latency") {
        trial, _ in
        trial.latencies.isEmpty
          ? nil
          : trial.latencies.reduce(0.0) { $0 + Double($1) } / Double(trial.latencies.count) / 1e6
      },
    ]
}
