import BenchHarness
import Coalesce

/// What the exact check of the gate runs: strategies on workloads in virtual time, and the trials
/// that count allocations.
package struct ExactSuite: Codable, Sendable, Equatable {
  /// Lists as `--strategy` and `--workload` take them.
  var strategies: String, workloads: String
  /// A trial of each cell for each.
  var seeds: [UInt64]
  var costs: CostModel
  /// What waking an idle main thread or queue costs.
  var hopNanoseconds: UInt64
  /// By name.
  var metrics: [String]
  package var allocations: AllocationSuite?

  init(_ node: SettingsNode) throws {
    let keys = try node.mapping(
      ["strategies", "workloads", "seeds", "hop", "metrics", "allocations"] + CostModel.settingsKeys
    )
    strategies = try keys.required("strategies").text()
    workloads = try keys.required("workloads").text()
    seeds = try keys.required("seeds").list().map { UInt64(try $0.count(0...Int.max)) }
    costs = try CostModel(keys)
    hopNanoseconds = try keys["hop"]?.duration().wholeNanoseconds ?? 50_000
    metrics = try keys.required("metrics").list().map { item in
      let name = try item.text()
      guard let metric = [Metric].named(name) else {
        throw item.failure("there is no metric '\(name)'. Results/README.md names them.")
      }
      guard metric.direction != .neither else {
        throw item.failure("'\(name)' is neither good nor bad, so it cannot get worse.")
      }
      guard ![Metric].realTimeOnly.contains(where: { $0.name == name }) else {
        throw item.failure(
          "'\(name)' exists in real time only, and this check runs in virtual time.")
      }
      return name
    }
    allocations = try keys["allocations"].map { try AllocationSuite($0) }
  }

  /// This suite without the names that `baseline` has and the program has not any more, so that the
  /// rest can be run, and the comparison names them as gone. Other unknown names stay, and are refused
  /// when the suite is run.
  package func withoutGone(since baseline: GateBaseline, _ registry: Registry) -> ExactSuite {
    let cells = [baseline.exact, baseline.allocations].compactMap { $0 }
      .flatMap(\.rows.keys).map(\.cell)
    func name(_ key: some StringProtocol) -> String {
      String(key.prefix { $0 != ":" }).filter { $0 != " " }
    }
    func strip(_ list: inout String, _ keys: [String], _ names: [String]) {
      let gone = Set(keys.map(name)).subtracting(names)
      let kept = list.split(separator: ",").filter { !gone.contains(name($0)) }
      // A list of which nothing would be left stays as it is.
      if !kept.isEmpty { list = kept.joined(separator: ",") }
    }
    func strip(strategies: inout String, workloads: inout String) {
      strip(&strategies, cells.map(\.strategy), registry.strategies.map(\.name))
      strip(&workloads, cells.map(\.workload), registry.workloads.map(\.name))
    }
    var suite = self
    strip(strategies: &suite.strategies, workloads: &suite.workloads)
    if var counted = suite.allocations {
      strip(strategies: &counted.strategies, workloads: &counted.workloads)
      suite.allocations = counted
    }
    return suite
  }

  /// What is run, a run for each seed; a glob skips what virtual time cannot run.
  /// - Throws: ``BenchError`` for a name that is in neither list.
  func runs(_ registry: Registry) throws -> [RunSettings] {
    try seeds.map { seed in
      var settings = RunSettings(
        strategies: try .strategies(strategies, from: registry.strategies, time: .virtual),
        workloads: try .workloads(workloads, from: registry.workloads, time: .virtual),
        seed: seed, costs: costs)
      settings.hop = .nanoseconds(Int64(hopNanoseconds))
      return settings
    }
  }
}

/// Which cells count allocations: short bursts, and strategies whose deliveries do not depend on
/// chance.
package struct AllocationSuite: Codable, Sendable, Equatable {
  /// Lists as `--strategy` and `--workload` take them.
  var strategies: String, workloads: String
  var seed: UInt64
  /// What the view's work costs; nothing of it allocates.
  var costs: CostModel

  init(_ node: SettingsNode) throws {
    let keys = try node.mapping(["strategies", "workloads", "seed"] + CostModel.settingsKeys)
    strategies = try keys.required("strategies").text()
    workloads = try keys.required("workloads").text()
    seed = UInt64(try keys["seed"]?.count(0...Int.max) ?? 1)
    costs = try CostModel(keys)
  }

  /// - Throws: ``BenchError`` for a name that is in neither list.
  func run(_ registry: Registry) throws -> RunSettings {
    var settings = RunSettings(
      strategies: try .strategies(strategies, from: registry.strategies, time: .real),
      workloads: try .workloads(workloads, from: registry.workloads, time: .real),
      seed: seed, costs: costs)
    settings.pin = true
    settings.countsAllocations = true
    return settings
  }
}
