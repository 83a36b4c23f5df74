extension [Metric] {
  /// How far a trial is from the best possible.
  static let optimality: [Metric] = [
    Metric(
      "cost_ms", title: "cost", unit: "ms",
      "main's time for deliveries + price × the sum of latencies, each with all of its own delivery"
    ) { trial, _ in cost(trial).map { $0 / 1e6 } },
    Metric(
      "optimum_ms", title: "optimum", unit: "ms", better: .neither,
      "the least that deliveries of the same kind could have cost, had all arrivals been known"
    ) { trial, _ in trial.optimum.map { $0.cost(price: trial.log.costs.latencyPrice) / 1e6 } },
    Metric(
      "cost_ratio", title: "cost ÷ optimum", unit: "",
      "cost ÷ optimum; 1 is the best possible"
    ) { trial, _ in
      trial.optimum.flatMap { optimum in
        let least = optimum.cost(price: trial.log.costs.latencyPrice)
        return least > 0 ? cost(trial).map { $0 / least } : nil
      }
    },
  ]

  private static func cost(_ trial: TrialAnalysis) -> Double? {
    trial.chargedLatencyNanoseconds.map {
      Double(trial.busyNanoseconds) + trial.log.costs.latencyPrice * $0
    }
  }
}
