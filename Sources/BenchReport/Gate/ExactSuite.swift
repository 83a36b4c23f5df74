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

  /// This suite without names that the program has no more and `baseline` has, be it in its rows or in its own
  /// suite, and those names. Other unknown names stay, and are refused when the suite is run.
  package func withoutGone(
    since baseline: GateBaseline, _ registry: Registry
  ) -> (suite: ExactSuite, gone: [String]) {
    let cells = [baseline.exact, baseline.allocations].compactMap { $0 }
      .flatMap(\.rows.keys).map(\.cell)
    var (suite, gone) = (self, [String]())
    func name(_ item: some StringProtocol) -> String {
      String(item.prefix { $0 != ":" }).filter { !" !".contains($0) }
    }
    func strip(_ list: inout String, _ old: [String], _ names: [String]) {
      let lost = Set(old.map(name)).subtracting(names).filter { !$0.contains("*") }
      let items = list.split(separator: ",")
      gone += items.map(name).filter(lost.contains)
      list = items.filter { !lost.contains(name($0)) }.joined(separator: ",")
    }
    func known(_ keys: [String], _ lists: String?...) -> [String] {
      keys + lists.compactMap { $0 }.flatMap { $0.split(separator: ",").map(String.init) }
    }
    let (old, counted) = (baseline.suite, baseline.suite.allocations)
    let strategies = known(cells.map(\.strategy), old.strategies, counted?.strategies)
    let workloads = known(cells.map(\.workload), old.workloads, counted?.workloads)
    let names = (registry.strategies.map(\.name), registry.workloads.map(\.name))
    strip(&suite.strategies, strategies, names.0)
    strip(&suite.workloads, workloads, names.1)
    if var own = suite.allocations {
      strip(&own.strategies, strategies, names.0)
      strip(&own.workloads, workloads, names.1)
      suite.allocations = own
    }
    return (suite, gone.distinct)
  }

  /// A run for each seed; none where nothing is left to run. A glob skips what virtual time cannot run.
  /// - Throws: ``BenchError`` for an unknown name.
  func runs(_ registry: Registry) throws -> [RunSettings] {
    guard !strategies.isEmpty, !workloads.isEmpty else { return [] }
    return try seeds.map { seed in
      var settings = RunSettings(
        strategies: try .strategies(strategies, from: registry.strategies, time: .virtual),
        workloads: try .workloads(workloads, from: registry.workloads, time: .virtual),
        seed: seed, costs: costs)
      settings.hop = .nanoseconds(Int64(hopNanoseconds))
      return settings
    }
  }
}

/// Which combinations count allocations: short bursts, and strategies whose deliveries do not depend on
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

  /// Nil where nothing is left to run.
  func run(_ registry: Registry) throws -> RunSettings? {
    guard !strategies.isEmpty, !workloads.isEmpty else { return nil }
    var settings = RunSettings(
      strategies: try .strategies(strategies, from: registry.strategies, time: .real),
      workloads: try .workloads(workloads, from: registry.workloads, time: .real),
      seed: seed, costs: costs)
    settings.pin = true
    settings.countsAllocations = true
    return settings
  }
}
