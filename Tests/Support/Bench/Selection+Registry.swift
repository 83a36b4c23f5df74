import BenchHarness

extension Selection where Entry == StrategyEntry {
  /// One strategy of the registry, in command-line syntax.
  package static func strategy(_ specification: String) throws -> Selection {
    try parse(specification, from: .standard)[0]
  }
}

extension Selection where Entry == Workload {
  /// One workload of the registry, in command-line syntax.
  package static func workload(_ specification: String) throws -> Selection {
    try parse(specification, from: .standard)[0]
  }

  package func plan(costs: CostModel = CostModel(), seed: UInt64 = 1) throws -> TrialPlan {
    try entry.plan(values: values, costs: costs, seed: seed)
  }
}

extension TrialPlan {
  /// The plan of a workload of the registry.
  package static func of(
    _ specification: String, costs: CostModel = CostModel(), seed: UInt64 = 1
  ) throws -> TrialPlan {
    try Selection.workload(specification).plan(costs: costs, seed: seed)
  }
}

/// Strategies of the registry that are expected to show every update.
package enum DeliveringStrategies {
  package static let names = [StrategyEntry].standard.filter { $0.delivery != .none }.map(\.name)
  /// Policies that change rows: a plain one, one that delivers inside `submit` with a low limit, and one in a group.
  package static let byRows = [
    "frame:by=rows", "rate-adaptive:by=rows:limit=4", "balanced-group:by=rows",
  ]
}

package enum ShortWorkloads {
  /// All workloads that can run in virtual time, shortened here or as `--quick` does.
  package static let specifications =
    short
    + [Workload].standard.filter { workload in
      !workload.isRealTimeOnly && workload.name != "trace"
        && !short.contains { $0.prefix { $0 != ":" } == workload.name }
    }.map { $0.quick.sorted { $0.key < $1.key }.reduce($0.name) { "\($0):\($1.key)=\($1.value)" } }

  private static let short = [
    "complete-all", "rapid-service:duration=200ms", "uart:duration=200ms", "on-off:bursts=1",
    "steady:duration=100ms", "sparse:duration=1500ms", "multi-view:bursts=1",
    "slow-reload:duration=400ms", "file-events:speed=20", "log-stream:speed=50",
    "thumbnail-feed:rows=20", "change-sets:pages=1", "signals-during-reload:trains=2",
    "stall:duration=1s", "faster-than-main:duration=50ms", "idle", "scroll-gate:scroll=300ms",
    "will-set:updates=2", "launch:work=200ms",
  ]
}
