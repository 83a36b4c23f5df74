import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct WorkloadReportTests {
  private func report(
    _ records: [Trial], silent: Set<String> = []
  ) throws -> WorkloadReport {
    var strategies: [String] = []
    for record in records where !strategies.contains(record.strategy) {
      strategies.append(record.strategy)
    }
    let cells = CellSummary.summaries(of: records, strategies: strategies, workloads: ["uart"])
    return try #require(WorkloadReport.reports(of: cells, silent: silent).first)
  }

  private func best(_ report: WorkloadReport, _ metric: String) -> [String] {
    report.cells.filter { report.isBest($0, metric: metric) }.map(\.strategy)
  }

  @Test func lowestMedianIsBest() throws {
    let report = try report([
      .made(strategy: "a", values: ["latency_mean_ms": 5]),
      .made(strategy: "b", values: ["latency_mean_ms": 3]),
      .made(strategy: "c", values: ["latency_mean_ms": 9]),
    ])
    #expect(best(report, "latency_mean_ms") == ["b"])
  }

  @Test func strategiesThatTieAreBestTogether() throws {
    let report = try report([
      .made(strategy: "a", values: ["deliveries": 1]),
      .made(strategy: "b", values: ["deliveries": 1]),
      .made(strategy: "c", values: ["deliveries": 2]),
    ])
    #expect(best(report, "deliveries") == ["a", "b"])
  }

  @Test func nothingIsBestWhereAllAreEqualOrAlone() throws {
    let equal = try report([
      .made(strategy: "a", values: ["deliveries": 1]),
      .made(strategy: "b", values: ["deliveries": 1]),
    ])
    #expect(best(equal, "deliveries").isEmpty)
    #expect(best(try report([.made(values: ["deliveries": 1])]), "deliveries").isEmpty)
  }

  @Test func figureThatIsNeitherGoodNorBadHasNoBest() throws {
    let report = try report([
      .made(strategy: "a", values: ["updates": 1]), .made(strategy: "b", values: ["updates": 2]),
    ])
    #expect(best(report, "updates").isEmpty)
  }

  @Test func strategyThatFailedIsNeverBest() throws {
    let report = try report([
      .made(strategy: "a", outcome: .lost, values: ["deliveries": 1]),
      .made(strategy: "b", values: ["deliveries": 2]),
      .made(strategy: "c", values: ["deliveries": 3]),
    ])
    #expect(best(report, "deliveries") == ["b"])
  }

  @Test func strategyThatDeliversNothingIsNeverBest() throws {
    let report = try report(
      [
        .made(strategy: "null", values: ["deliveries": 0]),
        .made(strategy: "b", values: ["deliveries": 2]),
        .made(strategy: "c", values: ["deliveries": 3]),
      ], silent: ["null"])
    #expect(best(report, "deliveries") == ["b"])
  }

  @Test func strategyWithoutAFigureIsNotBestAndHidesNobody() throws {
    let report = try report([
      .made(strategy: "a"), .made(strategy: "b", values: ["deliveries": 2]),
      .made(strategy: "c", values: ["deliveries": 3]),
    ])
    #expect(best(report, "deliveries") == ["b"])
  }

  @Test func ratioIsToTheReference() throws {
    let report = try report([
      .made(strategy: "naive", values: ["latency_mean_ms": 8]),
      .made(strategy: "b", values: ["latency_mean_ms": 2]), .made(strategy: "c"),
    ])
    #expect(
      report.cells.map { report.ratioToReference($0, metric: "latency_mean_ms") } == [1, 0.25, nil])
  }

  @Test func ratioToNothingOrToAMissingReferenceIsEmpty() throws {
    let zero = try report([
      .made(strategy: "naive", values: ["latency_mean_ms": 0]),
      .made(strategy: "b", values: ["latency_mean_ms": 2]),
    ])
    #expect(zero.ratioToReference(zero.cells[1], metric: "latency_mean_ms") == nil)
    let alone = try report([.made(strategy: "b", values: ["latency_mean_ms": 2])])
    #expect(alone.ratioToReference(alone.cells[0], metric: "latency_mean_ms") == nil)
  }

  @Test func reportsAreInTheOrderOfTheCells() {
    let records = ["steady", "uart"].map { Trial.made(workload: $0) }
    let cells = CellSummary.summaries(
      of: records, strategies: ["naive"], workloads: ["uart", "steady"])
    #expect(WorkloadReport.reports(of: cells, silent: []).map(\.workload) == ["uart", "steady"])
  }
}
