import BenchHarness

extension Trial {
  /// The record of a finished trial.
  package static func made(
    strategy: String = "naive", workload: String = "uart", trial: Int = 1,
    outcome: Outcome = .ok, detail: String = "", values: [String: Double] = [:],
    latencies: [LatencyCount] = [], time: TimeMode = .virtual
  ) -> Trial {
    let identity = Trial.ID(Cell(strategy, workload), number: trial, seed: 1, time: time)
    var record = Trial(identity, outcome: outcome, detail: detail, values: values)
    record.latencies = latencies
    return record
  }
}
