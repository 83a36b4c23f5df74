import BenchHarness

extension GateSettings {
  /// A settings file for a package that has none: its own strategies on everything in virtual time, and
  /// in real time where the registry has what short trials take.
  /// - Parameters:
  ///   - registry: what the program has registered.
  ///   - standard: the names of strategies that are not the package's own.
  /// - Returns: YAML, which ``init(path:)`` reads.
  package static func initial(_ registry: Registry, standard: Set<String>) -> String {
    let own = registry.strategies.filter { !standard.contains($0.name) }
    let virtual = own.filter { !$0.isRealTimeOnly }.map(\.name)
    let strategies = virtual.isEmpty ? "\"*\"" : virtual.joined(separator: ",")
    return """
      # What '\(ProgramName.text) gate' checks.
      schema: 1

      # In virtual time, for equality with the baseline. What your view costs: 'reload-cost: 8ms'.
      exact:
        strategies: \(strategies)
        workloads: "*"
        seeds: [1]
        metrics:
      \(list(metrics))

      """ + (own.isEmpty ? "" : paired(own.map(\.name), registry))
  }

  private static let metrics = [
    "deliveries", "latency_p50_ms", "latency_p99_ms", "latency_max_ms", "latency_mean_ms",
    "main_busy_share", "longest_block_ms", "cost_ratio", "lost_updates", "out_of_order_updates",
  ]

  /// Trials that take a tenth of a second; eight of each are enough for a first look.
  private static func paired(_ strategies: [String], _ registry: Registry) -> String {
    let short = [
      ("steady", "steady:rate=500:duration=60ms"),
      ("complete-all", "complete-all:updates=40:duration=60ms"),
    ].filter { name, _ in registry.workloads.contains { $0.name == name } }.map(\.1)
    guard !short.isEmpty else { return "" }
    let cells = strategies.flatMap { strategy in
      short.map { "{ strategy: \(strategy), workload: \"\($0)\" }" }
    }
    return """

      # Two builds in turns, in real time: 'gate --against OTHER-BUILD'.
      paired:
        reload-cost: 1ms
        cells:
      \(list(cells))

      """
  }

  private static func list(_ items: [String]) -> String {
    items.map { "    - \($0)" }.joined(separator: "\n")
  }
}
