import Testing

@testable import BenchHarness
@testable import BenchReport

/// Every strategy of the registry on every workload that virtual time can run.
@Suite(.timeLimit(.minutes(15))) struct VirtualTrialTests {
  @Test(arguments: [StrategyEntry].standard.map(\.name), ShortWorkloads.specifications)
  func trialShowsEveryUpdateInOrder(strategy: String, workload: String) throws {
    let records = try VirtualCells.run(strategies: strategy, workloads: workload)
    let record = try #require(records.first)
    let endsFresh = ShortWorkloads.endsFresh(strategy, on: workload)
    #expect(record.outcome == (endsFresh ? .ok : .lost), "\(record.detail)")
    #expect(record.values["out_of_order_updates"] == 0)
    #expect(record.values["invalid_updates"] == 0)
    if strategy != "null" { #expect(record.values["lost_updates"] == (endsFresh ? 0 : 1)) }
  }

  @Test(arguments: DeliveringStrategies.names, ShortWorkloads.specifications)
  func viewsEndEqualToTheModel(strategy: String, workload: String) throws {
    let trial = try VirtualCells.play(strategy, workload)
    #expect(
      trial.stage.viewsEqualModel() == ShortWorkloads.endsFresh(strategy, on: workload))
    #expect(trial.stage.pendingCount == 0)
    let rows = trial.stage.views.reduce(0) { $0 + $1.view.rows.count }
    #expect(rows > 0)
  }

  @Test func everyWorkloadThatVirtualTimeCanRunIsAmongThem() {
    let tried = Set(ShortWorkloads.specifications.map { $0.prefix { $0 != ":" } })
    for workload in [Workload].standard where !workload.isRealTimeOnly {
      #expect(workload.name == "trace" || tried.contains(workload.name[...]), "\(workload.name)")
    }
  }

  @Test(arguments: [StrategyEntry].standard.map(\.name), ShortWorkloads.specifications)
  func logIsOfOneMainThread(strategy: String, workload: String) throws {
    let log = try VirtualCells.play(strategy, workload).log
    for (turn, next) in zip(log.turns, log.turns.dropFirst()) { #expect(turn.end <= next.start) }
    for (delivery, next) in zip(log.deliveries, log.deliveries.dropFirst()) {
      #expect(delivery.end <= next.start)
    }
    for delivery in log.deliveries {
      let turn = log.turns[delivery.turn]
      #expect(turn.start <= delivery.start && delivery.end <= turn.end)
    }
    #expect(log.turns.last.map { $0.end <= log.end } ?? true)
  }

  @Test(arguments: ShortWorkloads.specifications)
  func busyShareIsThePriceOfTheDeliveriesAndLayouts(workload: String) throws {
    let plan = try TrialPlan.of(workload)
    // What grows is in GrowingCostTests.
    guard plan.costs.contentNanoseconds == 0 else { return }
    let log = try VirtualCells.play("naive", workload).log
    let reloads = UInt64(log.deliveries.count) * plan.costs.reloadNanoseconds
    guard plan.surroundings.offScreen.isEmpty else { return }
    let layouts = UInt64(log.commits.count) * plan.costs.layoutNanoseconds
    #expect(TrialAnalysis(log).busyNanoseconds == reloads + layouts)
  }
}
