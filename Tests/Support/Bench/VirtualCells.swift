import Testing

@testable import BenchHarness
@testable import BenchReport

extension Selection where Entry == StrategyEntry {
  /// One strategy of the registry, in command-line syntax.
  static func strategy(_ specification: String) throws -> Selection {
    try #require(try parse(specification, from: .standard).first)
  }
}

extension Selection where Entry == Workload {
  /// One workload of the registry, in command-line syntax.
  static func workload(_ specification: String) throws -> Selection {
    try #require(try parse(specification, from: .standard).first)
  }

  func plan(costs: CostModel = CostModel(), seed: UInt64 = 1) throws -> TrialPlan {
    try entry.plan(values: values, costs: costs, seed: seed)
  }
}

extension TrialPlan {
  /// The plan of a workload of the registry.
  static func of(
    _ specification: String, costs: CostModel = CostModel(), seed: UInt64 = 1
  ) throws -> TrialPlan {
    try Selection.workload(specification).plan(costs: costs, seed: seed)
  }

  /// The distances between neighbouring intended times, in nanoseconds.
  var gaps: [UInt64] {
    zip(updates.intendedNanoseconds.dropFirst(), updates.intendedNanoseconds).map { $0 - $1 }
  }
}

enum ShortWorkloads {
  /// All workloads that can run in virtual time, shortened here or as `--quick` does.
  static let specifications =
    short
    + [Workload].standard.filter { workload in
      !workload.isRealTimeOnly && workload.name != "trace"
        && !short.contains { $0.prefix { $0 != ":" } == workload.name }
    }.map { $0.quick.sorted { $0.key < $1.key }.reduce($0.name) { "\($0):\($1.key)=\($1.value)" } }

  private static let short = [
    "complete-all", "rapid-service:duration=200ms", "uart:duration=200ms", "on-off:bursts=1",
    "steady:duration=100ms", "sparse:duration=1500ms", "multi-view:bursts=1",
    "slow-reload:duration=400ms", "file-events:speed=20", "log-stream:speed=50",
    "thumbnail-feed:rows=20",
    "change-sets:pages=1",
    "signals-during-reload:trains=2", "stall:duration=1s", "faster-than-main:duration=50ms", "idle",
    "scroll-gate:scroll=300ms", "will-set:updates=2", "launch:work=200ms",
  ]

  /// Whether `strategy` is expected to end with the newest model on `workload`.
  static func endsFresh(_ strategy: String, on workload: String) -> Bool {
    let entry = [StrategyEntry].standard.first { $0.name[...] == strategy.prefix { $0 != ":" } }
    return !workload.hasPrefix("will-set") || entry?.breaks[.freshAfterWillSet] == nil
  }
}

/// Strategies of the registry that are expected to show every update.
enum DeliveringStrategies {
  static let names = [StrategyEntry].standard.filter { $0.delivery != .none }.map(\.name)

  /// Policies that change rows: a plain one, one that delivers inside `submit` with a low limit, and one in a group.
  static let byRows = ["frame:by=rows", "rate-adaptive:by=rows:limit=4", "balanced-group:by=rows"]
}

/// Runs cells in virtual time.
enum VirtualCells {
  static func run(
    strategies: String, workloads: String, costs: CostModel = CostModel(), seed: UInt64 = 1
  ) throws -> [Trial] {
    let settings = RunSettings(
      strategies: try Selection.parse(strategies, from: .standard),
      workloads: try Selection.parse(workloads, from: .standard), seed: seed, costs: costs)
    return try VirtualRun(settings).run()
  }

  static func play(_ strategy: String, _ workload: String) throws -> TrialStageAndLog {
    let (stage, log, _) = VirtualTrial.play(
      plan: try TrialPlan.of(workload), strategy: try .strategy(strategy), hop: .microseconds(50))
    return TrialStageAndLog(stage: stage, log: log)
  }
}

struct TrialStageAndLog {
  let stage: TrialStage
  let log: TrialLog
}

extension Trial {
  /// The record of a finished trial.
  static func made(
    strategy: String = "naive", workload: String = "uart", trial: Int = 1,
    outcome: Outcome = .ok, detail: String = "", values: [String: Double] = [:],
    latencies: [LatencyCount] = [], time: TimeMode = .virtual
  ) -> Trial {
    let identity = Trial.ID(Cell(strategy, workload), number: trial, seed: 1, time: time)
    var record = Trial(identity, outcome: outcome, detail: detail)
    record.values = values
    record.latencies = latencies
    return record
  }
}
