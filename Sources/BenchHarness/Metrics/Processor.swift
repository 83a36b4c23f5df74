import BenchMath

extension [Metric] {
  static let processor: [Metric] = [
    Metric(
      "cpu_producers_ms", title: "CPU producers", unit: "ms", better: .neither,
      "CPU time of the producers, most of it their spinning for punctuality"
    ) { _, counters in counters.producerCPU.map { Double($0) / 1e6 } },
    Metric(
      "cpu_main_ms", title: "CPU main", unit: "ms",
      "CPU time of the main thread"
    ) { _, counters in counters.mainCPU.map { Double($0) / 1e6 } },
    Metric(
      "cpu_other_ms", title: "CPU other", unit: "ms",
      "CPU time of every other thread: queues and their workers"
    ) { _, counters in counters.otherCPU.map { Double($0) / 1e6 } },
    Metric(
      "cpu_main_per_delivery_us", title: "CPU main a delivery", unit: "µs",
      "CPU time of the main thread ÷ deliveries"
    ) { trial, counters in
      counters.mainCPU.flatMap { cpu in
        trial.log.deliveries.isEmpty ? nil : Double(cpu) / 1e3 / Double(trial.log.deliveries.count)
      }
    },
    Metric(
      "cpu_main_per_update_us", title: "CPU main an update", unit: "µs",
      "CPU time of the main thread ÷ updates"
    ) { trial, counters in
      counters.mainCPU.flatMap { cpu in
        trial.submitted == 0 ? nil : Double(cpu) / 1e3 / Double(trial.submitted)
      }
    },
    Metric(
      "voluntary_switches", title: "switches", unit: "",
      "voluntary context switches of the process: how often a thread went to sleep"
    ) { _, counters in counters.voluntarySwitches.map(Double.init) },
  ]

  static let memory: [Metric] = [
    Metric(
      "peak_memory_mib", title: "peak memory", unit: "MiB",
      "the highest resident memory of the trial's process, the harness's log included"
    ) { _, counters in counters.peakMemoryBytes.map { Double($0) / 1_048_576 } }
  ]

  /// Allocations of all threads; only in the allocation pass. Exact if the number of deliveries is.
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
    ) { trial, _ in trial.lateness.p99.map { Double($0) / 1e6 } },
    Metric(
      "producer_lateness_max_ms", title: "producers late max", unit: "ms", better: .neither,
      "the same, of the latest update"
    ) { trial, _ in trial.lateness.max.map { Double($0) / 1e6 } },
  ]
}
