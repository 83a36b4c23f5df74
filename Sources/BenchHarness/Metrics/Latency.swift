import BenchMath

extension [Metric] {
  /// From the intended submission to the end of the run-loop turn that first shows the update. Updates that were never
  /// shown have no latency; they count as lost.
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
        trial, _ in mean(trial.latencies)
      },
      Metric(
        "latency_urgent_max_ms", title: "latency urgent", unit: "ms",
        "the longest latency of updates that must not wait"
      ) { trial, _ in
        trial.log.updates.urgent.compactMap(trial.latency(of:)).max().map { Double($0) / 1e6 }
      },
    ]

  static let staleness: [Metric] = [
    Metric(
      "stale_share", title: "stale", unit: "share",
      "time for which the view is out of date ÷ the workload's; mean of the views"
    ) { trial, _ in
      trial.log.share(Double(staleNanoseconds(trial))).map { $0 / Double(trial.log.viewCount) }
    }
  ]

  /// The union of the waiting times of each view, summed over the views.
  private static func staleNanoseconds(_ trial: TrialAnalysis) -> UInt64 {
    let log = trial.log
    var covered = [UInt64](repeating: 0, count: log.viewCount)
    var total: UInt64 = 0
    let order = byIntendedTime(log)
    for place in log.intended.indices {
      let index = order?[place] ?? place
      guard log.actual[index] != TrialLog.never else { continue }
      let view = Int(log.updates.view[index])
      let from = Swift.max(log.intended[index], covered[view])
      let until = Swift.min(trial.shownAt[index], log.end)
      guard until > from else { continue }
      total += until - from
      covered[view] = until
    }
    return total
  }

  /// The updates by intended time; nil if they already are. Unpaced producers set these themselves.
  private static func byIntendedTime(_ log: TrialLog) -> [Int]? {
    let isSorted = zip(log.intended, log.intended.dropFirst()).allSatisfy { $0 <= $1 }
    return isSorted ? nil : log.intended.indices.sorted { log.intended[$0] < log.intended[$1] }
  }
}
