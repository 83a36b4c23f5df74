extension [Metric] {
  /// Allocations between the first and the last moment of a trial, by every thread; only in the
  /// allocation pass. Exact where the number of deliveries is.
  static let allocations: [Metric] = [
    Metric(
      "allocations_per_update", title: "allocations", unit: "",
      "allocations ÷ updates, the harness's own included: those of null"
    ) { trial, counters in perUpdate(counters.allocations, trial) },
    Metric(
      "allocated_bytes_per_update", title: "allocated", unit: "B",
      "bytes allocated, in size classes of the allocator, ÷ updates"
    ) { trial, counters in perUpdate(counters.allocatedBytes, trial) },
  ]

  private static func perUpdate(_ value: UInt64?, _ trial: TrialAnalysis) -> Double? {
    value.flatMap { trial.submitted == 0 ? nil : Double($0) / Double(trial.submitted) }
  }
}
