extension Metric {
  package static let cost = Metric(
    "cost_ms", "main-thread time for deliveries + price × the sum of latencies"
  ) { cost($0).map { $0 / 1e6 } }

  static let optimum = Metric(
    "optimum_ms", better: .neither,
    "the lowest cost of deliveries of the same kind, had all arrivals been known in advance"
  ) { $0.leastCost.map { $0 / 1e6 } }

  package static let costRatio = Metric(
    "cost_ratio", title: "cost ÷ optimum", "cost ÷ optimum; 1 is the best possible"
  ) {
    guard let cost = cost($0), let least = $0.leastCost, least > 0 else { return nil }
    return cost / least
  }

  private static func cost(_ trial: TrialAnalysis) -> Double? {
    guard trial.lost == 0 else { return nil }
    let waited = trial.latencies.reduce(0.0) { $0 + Double($1) }
    return Double(trial.busyNanoseconds) + trial.log.costs.latencyPrice * waited
  }
}
