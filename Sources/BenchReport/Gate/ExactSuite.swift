import BenchHarness
import Coalesce

/// The strategies and workloads of the exact check in virtual time, and of the trials that count allocations.
package struct ExactSuite: Codable, Sendable, Equatable {
  /// Lists in the format of `--strategy` and `--workload`.
  var strategies: String, workloads: String
  /// Each cell has a trial for each seed.
  var seeds: [UInt64]
  var costs: CostModel
  /// The cost of waking an idle main thread or queue.
  var hopNanoseconds: UInt64
  var metrics: [String]
  package var allocations: AllocationSuite?

  /// Returns this suite without the names that are gone, and the names that are gone: those in the rows or the suite of
  /// `baseline` that the program no longer has. Keeps other unknown names, which cause an error when the suite runs.
  package func withoutGone(
    since baseline: GateBaseline, _ registry: Registry
  ) -> (suite: ExactSuite, gone: [String]) {
    let (old, counted) = (baseline.suite, baseline.suite.allocations)
    var cells = [Cell(old.strategies, old.workloads)]
    for table in [baseline.exact, baseline.allocations] {
      cells += table?.rows.keys.map(\.cell) ?? []
    }
    if let counted { cells.append(Cell(counted.strategies, counted.workloads)) }
    func name(_ item: some StringProtocol) -> String {
      String(item.prefix { $0 != ":" }).filter { !" !".contains($0) }
    }
    func lost(_ lists: [String], _ names: [String]) -> Set<String> {
      Set(lists.flatMap { $0.split(separator: ",").map(name) }).subtracting(names)
        .filter { !$0.contains("*") }
    }
    let strategies = lost(cells.map(\.strategy), registry.strategies.map(\.name))
    let workloads = lost(cells.map(\.workload), registry.workloads.map(\.name))
    var gone: [String] = []
    func strip(_ list: inout String, _ lost: Set<String>) {
      let items = list.split(separator: ",")
      gone += items.map(name).filter(lost.contains)
      list = items.filter { !lost.contains(name($0)) }.joined(separator: ",")
    }
    var suite = self
    strip(&suite.strategies, strategies)
    strip(&suite.workloads, workloads)
    if var own = suite.allocations {
      strip(&own.strategies, strategies)
      strip(&own.workloads, workloads)
      suite.allocations = own
    }
    return (suite, gone.distinct)
  }

  /// A run for each seed; empty if nothing is left to run. Globs skip entries that need real time.
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

extension ExactSuite: SettingsValue {
  static let keys =
    ["strategies", "workloads", "seeds", "hop", "metrics", "allocations"] + CostModel.settingsKeys

  init(_ part: SettingsPart) throws {
    strategies = try part.required("strategies", part.text)
    workloads = try part.required("workloads", part.text)
    seeds = try part.required("seeds") {
      try part.list($0, of: "whole numbers", named: \.description) { (seed: UInt64) in seed }
    }
    costs = try CostModel(part)
    hopNanoseconds = try part.nanoseconds("hop") ?? 50_000
    metrics = try part.required("metrics") {
      try part.list($0, of: "names of metrics", named: \.self) { (name: String) in name }
    }
    allocations = try part.part("allocations")
    for name in metrics where ![Metric].usual(.virtual).contains(where: { $0.name == name }) {
      throw part.failure(
        "metrics",
        "'\(name)' is not a metric of virtual time that can get worse. "
          + "Results/README.md lists the metrics.")
    }
  }
}

/// The combinations whose allocations are counted: strategies whose deliveries do not vary, on short bursts.
package struct AllocationSuite: Codable, Sendable, Equatable {
  var strategies: String, workloads: String
  var seed: UInt64
  var costs: CostModel

  /// The settings of the counting trials; nil if nothing is left to run.
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

extension AllocationSuite: SettingsValue {
  static let keys = ["strategies", "workloads", "seed"] + CostModel.settingsKeys

  init(_ part: SettingsPart) throws {
    strategies = try part.required("strategies", part.text)
    workloads = try part.required("workloads", part.text)
    seed = UInt64(try part.count("seed", 0...Int.max) ?? 1)
    costs = try CostModel(part)
  }
}
