extension [Metric] {
  /// What submitting costs its producer, and how late the producers were themselves.
  static let submission: [Metric] = [
    Metric(
      "submit_cost_ns", title: "submit", unit: "ns",
      "a producer's CPU time a submission, over batches of 1 000 and more; median of the batches"
    ) { _, counters in
      MedianInterval(counters.submitCosts)?.median
    },
    Metric(
      "submit_cost_p90_ns", title: "submit p90", unit: "ns",
      "the same; the ninth decile of the batches"
    ) { _, counters in percentile(0.9, ofSorted: counters.submitCosts.sorted()) },
    Metric(
      "producer_lateness_p99_ms", title: "producers late p99", unit: "ms", better: .neither,
      "how late updates were submitted, against their intended times"
    ) { trial, _ in percentile(0.99, ofSorted: trial.lateness).map { Double($0) / 1e6 } },
    Metric(
      "producer_lateness_max_ms", title: "producers late max", unit: "ms", better: .neither,
      "the same, of the latest update"
    ) { trial, _ in trial.lateness.last.map { Double($0) / 1e6 } },
  ]
}
