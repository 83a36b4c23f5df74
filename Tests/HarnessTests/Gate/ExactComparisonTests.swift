import Testing

@testable import Gate
@testable import Harness
@testable import Runs

@Suite struct ExactComparisonTests {
  private func table(_ cells: [(strategy: String, deliveries: Double?, heartbeat: Double?)])
    -> ExactTable
  {
    var table = ExactTable(metrics: ["deliveries", "heartbeat_share"])
    for cell in cells {
      let identity = TrialIdentity(
        strategy: cell.strategy, workload: "uart", trial: 1, seed: 1, time: .virtual)
      var record = TrialRecord(identity, outcome: .ok, detail: "")
      record.values["deliveries"] = cell.deliveries
      record.values["heartbeat_share"] = cell.heartbeat
      table.add(record, places: 6)
    }
    return table
  }

  private func findings(
    _ before: (Double?, Double?), _ after: (Double?, Double?)
  ) throws -> [GateFinding] {
    let comparison = ExactComparison(
      half: .exact, before: table([("naive", before.0, before.1)]),
      after: table([("naive", after.0, after.1)]))
    #expect(comparison.cells.count == 1)
    return try #require(comparison.cells.first).findings
  }

  @Test func equalFiguresAreNoFinding() throws {
    #expect(try findings((5, 0.5), (5, 0.5)).isEmpty)
  }

  @Test func moreIsWorseWhereLessIsBetter() throws {
    let found = try findings((4, 0.5), (5, 0.5))
    #expect(found.map(\.verdict) == [.regressed])
    #expect(found.first?.text == "deliveries: 4 -> 5, worse by 25 %")
  }

  @Test func lessIsWorseWhereMoreIsBetter() throws {
    let found = try findings((4, 0.5), (4, 0.25))
    #expect(found.first?.text == "heartbeat_share: 0.5 -> 0.25 share, worse by 50 %")
  }

  @Test func betterAndWorseTogetherAreARegression() throws {
    let found = try findings((4, 0.5), (3, 0.25))
    #expect(found.map(\.verdict) == [.improved, .regressed])
    #expect(Verdict.together(found.map(\.verdict)) == .regressed)
  }

  @Test func figureThatIsGoneIsWorse() throws {
    #expect(try findings((4, 0.5), (4, nil)).map(\.verdict) == [.regressed])
    #expect(try findings((4, nil), (4, 0.5)).map(\.verdict) == [.improved])
  }

  @Test func cellsThatAppearAndDisappearAreNamed() {
    let comparison = ExactComparison(
      half: .exact, before: table([("naive", 1, 1)]), after: table([("frame", 1, 1)]))
    #expect(comparison.cells.map(\.strategy) == ["frame", "naive"])
    #expect(comparison.cells.map(\.verdict) == [.pass, .regressed])
    #expect(comparison.newCells == 1)
  }

  @Test func tableIsReadAsItWasWritten() throws {
    let table = table([("throttle:interval=50ms", 1.25, nil), ("naive", 3, 1)])
    #expect(try ExactTable(table.csv) == table)
    #expect(
      table.csv == """
        schema,workload,strategy,seed,outcome,deliveries,heartbeat_share
        1,uart,naive,1,ok,3,1
        1,uart,throttle:interval=50ms,1,ok,1.25,

        """)
  }

  @Test(arguments: ["", "a,b\n", "schema,workload,strategy,seed,outcome,x\n1,uart,naive,1,ok\n"])
  func brokenTableIsRefused(text: String) {
    #expect(throws: ExactTable.Malformed.self) { try ExactTable(text) }
  }
}
