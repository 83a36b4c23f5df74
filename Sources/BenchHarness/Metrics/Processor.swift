import BenchMath

extension Metric {
  static let cpuProducers = Metric(
    "cpu_producers_ms", title: "CPU producers", better: .neither,
    "CPU time of the producers, mostly spent spinning until an update is due"
  ) { milliseconds($0.counters.producerCPU) }

  static let cpuMain = Metric(
    "cpu_main_ms", title: "CPU main", "CPU time of the main thread"
  ) { milliseconds($0.counters.mainCPU) }

  static let cpuOther = Metric(
    "cpu_other_ms", title: "CPU other", "CPU time of all other threads, such as those of queues"
  ) { milliseconds($0.counters.otherCPU) }

  package static let cpuMainPerDelivery = Metric(
    "cpu_main_per_delivery_us", title: "CPU main per delivery",
    "CPU time of the main thread ÷ deliveries"
  ) { quotient($0.counters.mainCPU.map { Double($0) / 1e3 }, $0.log.deliveries.count) }

  package static let cpuMainPerUpdate = Metric(
    "cpu_main_per_update_us", title: "CPU main per update", "CPU time of the main thread ÷ updates"
  ) { quotient($0.counters.mainCPU.map { Double($0) / 1e3 }, $0.submitted) }

  static let voluntarySwitches = Metric(
    "voluntary_switches", title: "switches",
    "voluntary context switches of the process: how often a thread went to sleep"
  ) { $0.counters.voluntarySwitches.map(Double.init) }

  static let peakMemory = Metric(
    "peak_memory_mib",
    "the highest resident memory of the trial's process, including the harness's log"
  ) { $0.counters.peakMemoryBytes.map { Double($0) / 1_048_576 } }

  package static let allocationsPerUpdate = Metric(
    "allocations_per_update", title: "allocations",
    "allocations ÷ updates; includes those of the harness (see the strategy 'null')"
  ) { quotient($0.counters.allocations.map { Double($0) }, $0.submitted) }

  static let allocatedBytesPerUpdate = Metric(
    "allocated_bytes_per_update",
    "bytes allocated ÷ updates; counts the allocator's size classes, not the requested sizes"
  ) { quotient($0.counters.allocatedBytes.map { Double($0) }, $0.submitted) }

  private static func quotient(_ total: Double?, _ count: Int) -> Double? {
    count == 0 ? nil : total.map { $0 / Double(count) }
  }

  package static let submitCost = Metric(
    "submit_cost_ns", title: "submit",
    "a producer's CPU time per submission, over batches of 1 000 or more; median of the batches"
  ) { MedianInterval($0.counters.submitCosts)?.median }

  static let submitCostP90 = Metric(
    "submit_cost_p90_ns", title: "submit p90",
    "a producer's CPU time per submission; 90th percentile of the batches"
  ) { percentile(0.9, ofSorted: $0.counters.submitCosts.sorted()) }

  static let producerLatenessP99 = Metric(
    "producer_lateness_p99_ms", title: "producers late p99", better: .neither,
    "how late updates were submitted, 99th percentile"
  ) { milliseconds($0.lateness.p99) }

  static let producerLatenessMax = Metric(
    "producer_lateness_max_ms", title: "producers late max", better: .neither,
    "how late the most delayed update was submitted"
  ) { milliseconds($0.lateness.max) }
}

extension [Metric] {
  /// Allocations by all threads, measured only in the allocation pass; exact if the number of deliveries is fixed.
  static let allocations: [Metric] = [.allocationsPerUpdate, .allocatedBytesPerUpdate]
}
