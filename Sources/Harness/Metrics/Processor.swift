extension [Metric] {
  /// CPU time by who used it, from the clocks of the threads and of the process; real time only.
  static let processor: [Metric] = [
    Metric(
      "cpu_producers_ms", title: "CPU producers", unit: "ms", better: .neither,
      "CPU time of the producers, most of it their spinning for punctuality"
    ) { _, counters in counters.producerCPU.map { Double($0) / 1e6 } },
    Metric(
      "cpu_main_ms", title: "CPU main", unit: "ms",
      "CPU time of main"
    ) { _, counters in counters.mainCPU.map { Double($0) / 1e6 } },
    Metric(
      "cpu_other_ms", title: "CPU other", unit: "ms",
      "CPU time of every other thread: queues and their workers"
    ) { _, counters in counters.otherCPU.map { Double($0) / 1e6 } },
    Metric(
      "cpu_main_per_delivery_us", title: "CPU main a delivery", unit: "µs",
      "CPU time of main ÷ deliveries"
    ) { trial, counters in
      counters.mainCPU.flatMap { cpu in
        trial.log.deliveries.isEmpty ? nil : Double(cpu) / 1e3 / Double(trial.log.deliveries.count)
      }
    },
    Metric(
      "cpu_main_per_update_us", title: "CPU main an update", unit: "µs",
      "CPU time of main ÷ updates"
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
}
