import BenchHarness

/// The strategies and workloads of the exact check in virtual time, and of the trials that count allocations.
package struct ExactSuite: Codable, Sendable, Equatable {
  /// The combinations whose allocations are counted: strategies whose deliveries do not vary, on short bursts.
  package struct Allocations: Codable, Sendable, Equatable {
    let strategies: String, workloads: String
    let seed: UInt64
    let costs: CostModel

    package func run(_ registry: Registry) throws -> RunSettings {
      var settings = RunSettings(
        strategies: try .strategies(strategies, from: registry.strategies, time: .real),
        workloads: try .workloads(workloads, from: registry.workloads, time: .real),
        seed: seed, costs: costs)
      settings.pin = true
      settings.countsAllocations = true
      return settings
    }
  }

  /// Lists in the format of `--strategy` and `--workload`.
  package let strategies: String, workloads: String
  /// Each cell has a trial for each seed.
  let seeds: [UInt64]
  var costs = CostModel()
  let hopNanoseconds: UInt64
  package var metrics: [String]
  package let allocations: Allocations?

  /// A run for each seed. Globs skip entries that need real time.
  package func runs(_ registry: Registry) throws -> [RunSettings] {
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
