extension [Metric] {
  /// How many updates there were, and how many deliveries they became.
  static let counts: [Metric] = [
    Metric(
      "updates", title: "updates", unit: "", better: .neither, assumption: .exact,
      "updates that were submitted"
    ) { trial, _ in Double(trial.submitted) },
    Metric(
      "deliveries", title: "deliveries", unit: "",
      "calls of the strategy's handler"
    ) { trial, _ in Double(trial.log.deliveries.count) },
    Metric(
      "deliveries_per_s", title: "delivery rate", unit: "1/s",
      "deliveries ÷ the time of the trial"
    ) { trial, _ in
      trial.log.end > 0
        ? Double(trial.log.deliveries.count) / (Double(trial.log.end) / 1e9) : nil
    },
    Metric(
      "coalescing_ratio", title: "coalescing", unit: "", better: .neither,
      "updates ÷ deliveries"
    ) { trial, _ in
      trial.log.deliveries.isEmpty
        ? nil
        : Double(trial.submitted) / Double(trial.log.deliveries.count)
    },
  ]
}
