import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

/// Costs that grow with a view's content, and their optimum.
struct GrowingCostTests {
  private func arrivals(_ plan: TrialPlan, _ kind: DeliveryKind = .reload) -> [Optimum.Arrivals]? {
    var plan = plan
    plan.costs.contentNanoseconds = 1_000
    return plan.arrivals(kind)
  }

  private func plan(rows: [Int], kinds: [ChangeKind] = [], producers: [Int] = []) -> TrialPlan {
    var updates = PlannedUpdates()
    for (number, row) in rows.enumerated() {
      updates.append(
        atNanoseconds: UInt64(number), producer: producers.isEmpty ? 0 : producers[number],
        row: row, kind: kinds.isEmpty ? .change : kinds[number])
    }
    return TrialPlan(
      updates: updates, producers: [.thread, .thread], duration: .seconds(1), costs: CostModel())
  }

  @Test func deliveryCostGrowsWithRowsNotUpdates() {
    #expect(
      arrivals(plan(rows: [4, 4, 5, 4, 6]))?.first?.growth == [1, 1, 2, 2, 3].map { $0 * 1e3 })
  }

  @Test func optimumIsUnknownForDeletionsAndRowChangesBySeveralThreads() {
    #expect(arrivals(plan(rows: [1, 1], kinds: [.insert, .delete])) == nil)
    #expect(arrivals(plan(rows: [1, 2], producers: [0, 1])) != nil)
    #expect(arrivals(plan(rows: [1, 2], producers: [0, 1]), .rowChange) == nil)
    #expect(arrivals(plan(rows: [1, 2]), .rowChange) != nil)
    #expect(arrivals(plan(rows: [1, 2]), .list) == nil)
  }

  /// The optimum is a lower bound for strategies, too, if costs grow.
  @Test(
    arguments: DeliveringStrategies.names,
    ["token-stream:tokens=80:layout=30us", "token-stream:answers=1:tokens=200:layout=100us"])
  func noStrategyIsBetterThanTheOptimum(strategy: String, workload: String) throws {
    let trial = try #require(VirtualCells.run(strategies: strategy, workloads: workload).first)
    let ratio = trial.values["cost_ratio"]
    if try Selection.strategy(strategy).entry.delivery == .reload { #expect(ratio != nil) }
    #expect(ratio.map { $0 >= 1 - 1e-9 } ?? true)
  }

  /// Computed by hand: two reloads of 2.24 ms plus 1 ms per row, the first with 1 row, the second with 2.
  @Test func virtualTimeTrialPaysForTheContentsOfTheView() throws {
    var plan = plan(rows: [0, 1])
    plan.updates = PlannedUpdates()
    for row in 0..<2 {
      plan.updates.append(atNanoseconds: UInt64(row) * 100_000_000, row: row, kind: .insert)
    }
    plan.costs.contentNanoseconds = 1_000_000
    let log = VirtualTrial.play(plan: plan, strategy: try .strategy("naive"), hop: .zero).log
    #expect(log.turns.map { $0.end - $0.start } == [3_240_000, 4_240_000])
  }
}
