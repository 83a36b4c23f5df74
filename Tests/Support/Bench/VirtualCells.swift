import BenchHarness

/// Runs combinations in virtual time.
package enum VirtualCells {
  package static func run(
    strategies: String, workloads: String, costs: CostModel = CostModel(), seed: UInt64 = 1
  ) throws -> [Trial] {
    let strategies = try Selection.parse(strategies, from: [StrategyEntry].standard)
    return try Selection.parse(workloads, from: [Workload].standard).flatMap { workload in
      let plan = try workload.plan(costs: costs, seed: seed)
      var leastCosts: [DeliveryKind: Double?] = [:]
      return strategies.map { strategy in
        let kind = strategy.delivery
        let least = leastCosts[kind] ?? BestPossible(plan, kind)?.leastCost
        leastCosts[kind] = .some(least)
        return VirtualTrial.record(
          Trial.ID(Cell(strategy.key, workload.key), number: 1, seed: seed, time: .virtual),
          plan: plan, strategy: strategy, hop: .microseconds(200), leastCost: least)
      }
    }
  }
}
