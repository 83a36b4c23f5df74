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

  package init(from decoder: any Decoder) throws {
    let part = try SettingsPart(
      decoder,
      ["strategies", "workloads", "seeds", "hop", "metrics", "allocations"] + CostModel.settingsKeys
    )
    strategies = try part.required("strategies", part.text)
    workloads = try part.required("workloads", part.text)
    seeds = try part.required("seeds") { try part.list($0, of: "whole numbers") }
    costs = try CostModel(part)
    // As a baseline has it.
    let stored: UInt64? = try part.part("hopNanoseconds")
    hopNanoseconds = try stored ?? part.duration("hop")?.wholeNanoseconds ?? 50_000
    metrics = try part.required("metrics") { try part.list($0, of: "names of metrics") }
    allocations = try part.part("allocations")
    let comparable = [Metric].standard.filter { metric in
      metric.direction != .neither && ![Metric].realTimeOnly.contains { $0.name == metric.name }
    }
    for name in metrics where !comparable.contains(where: { $0.name == name }) {
      throw part.failure(
        "metrics",
        "'\(name)' is no metric of virtual time that is better or worse. "
          + "Results/README.md names them.")
    }
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
    func kept(_ list: String, _ keys: [String], _ names: [String]) -> String {
      let gone = Set(keys.map(name)).subtracting(names)
      let kept = list.split(separator: ",").filter { !gone.contains(name($0)) }
      // A list of which nothing would be left stays as it is.
      return kept.isEmpty ? list : kept.joined(separator: ",")
    }
    func strip(_ strategies: inout String, _ workloads: inout String) {
      strategies = kept(strategies, cells.map(\.strategy), registry.strategies.map(\.name))
      workloads = kept(workloads, cells.map(\.workload), registry.workloads.map(\.name))
    }
    var suite = self
    strip(&suite.strategies, &suite.workloads)
    if var counted = suite.allocations {
      strip(&counted.strategies, &counted.workloads)
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

  package init(from decoder: any Decoder) throws {
    let part = try SettingsPart(
      decoder, ["strategies", "workloads", "seed"] + CostModel.settingsKeys)
    strategies = try part.required("strategies", part.text)
    workloads = try part.required("workloads", part.text)
    seed = UInt64(try part.count("seed", 0...Int.max) ?? 1)
    costs = try CostModel(part)
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
