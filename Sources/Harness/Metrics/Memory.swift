extension [Metric] {
  /// Memory; real time only.
  static let memory: [Metric] = [
    Metric(
      "peak_memory_mib", title: "peak memory", unit: "MiB",
      "the highest resident memory of the trial's process, the harness's log included"
    ) { _, counters in counters.peakMemoryBytes.map { Double($0) / 1_048_576 } }
  ]
}
