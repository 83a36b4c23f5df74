import Testing

@testable import BenchReport
@testable import BenchHarness

@Suite(.timeLimit(.minutes(15))) struct ExactJudgementTests {
  private static let suite = """
    strategies: naive
    workloads: "*"
    seeds: [1]
    metrics: [deliveries]
    allocations:
      strategies: naive
      workloads: uart
    """

  /// Figures of `naive` on each of `workloads`.
  private func figures(
    deliveries: Double, allocations: Double, on workloads: [String] = ["uart"]
  ) throws -> GateBaseline {
    func table(_ metric: String, _ value: Double, _ workloads: [String]) -> ExactTable {
      var table = ExactTable(metrics: [metric])
      for workload in workloads {
        let identity = Trial.ID(Cell("naive", workload), number: 1, seed: 1, time: .virtual)
        var record = Trial(identity, outcome: .ok, detail: "")
        record.values[metric] = value
        table.add(record, places: 6)
      }
      return table
    }
    return GateBaseline(
      suite: try ExactSuite(SettingsNode(Self.suite, file: "gate.yml")), toolchain: "any",
      exact: table("deliveries", deliveries, workloads),
      allocations: table("allocations_per_update", allocations, ["uart"]))
  }

  private func judgement(
    _ before: GateBaseline, _ after: GateBaseline
  ) throws -> CheckResult {
    try CheckResult(before, after, folder: "baseline")
  }

  @Test func figuresOfDeliveriesSayThatAStrategyDeliversOtherwise() throws {
    let judgement = try judgement(
      figures(deliveries: 5, allocations: 1), figures(deliveries: 4, allocations: 1))
    #expect(judgement.changedStrategies == ["naive"])
  }

  @Test func anotherAllocationIsARegressionAndNoOtherDelivery() throws {
    let judgement = try judgement(
      figures(deliveries: 5, allocations: 1), figures(deliveries: 5, allocations: 2))
    #expect(judgement.cells.flatMap(\.findings).map(\.verdict) == [.regressed])
    #expect(judgement.changedStrategies.isEmpty)
  }

  @Test func newWorkloadIsNoOtherDelivery() throws {
    let judgement = try judgement(
      figures(deliveries: 5, allocations: 1),
      figures(deliveries: 5, allocations: 1, on: ["uart", "chat"]))
    #expect(judgement.notChecked.count == 1)
    #expect(judgement.changedStrategies.isEmpty)
  }
}
