import Testing

@testable import BenchReport
@testable import BenchHarness

@Suite(.timeLimit(.minutes(15))) struct ExactComparisonTests {
  private func table(_ cells: [(strategy: String, deliveries: Double?, heartbeat: Double?)])
    -> ExactTable
  {
    var table = ExactTable(metrics: ["deliveries", "heartbeat_share"])
    for cell in cells {
      let identity = Trial.ID(Cell(cell.strategy, "uart"), number: 1, seed: 1, time: .virtual)
      var record = Trial(identity, outcome: .ok, detail: "")
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
      check: .exact, before: table([("naive", before.0, before.1)]),
      after: table([("naive", after.0, after.1)]))
    #expect(comparison.cells.count == 1)
    return try #require(comparison.cells.first).findings
  }

  @Test func equalFiguresAreNoFinding() throws {
    #expect(try findings((5, 0.5), (5, 0.5)).isEmpty)
  }

  /// The outcome counts, too.
  @Test func figuresOfBothAreCounted() throws {
    let (old, new) = (
      table([("naive", 4, 0.5), ("gone", 4, 0.5)]), table([("naive", 5, 0.5), ("new", 4, 0.5)])
    )
    let cells = ExactComparison(check: .exact, before: old, after: new).cells
    #expect(cells.map(\.figures) == [0, 3, 0])
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
    #expect(found.map(\.verdict) == [.regressed, .improved])
    #expect(Verdict.together(found.map(\.verdict)) == .regressed)
  }

  @Test func factorThatIsInfiniteIsNotSaid() throws {
    let tables = try ["1e-320", "5"].map {
      try ExactTable(
        "schema,workload,strategy,seed,outcome,deliveries\n1,uart,naive,1,ok,\($0)\n", file: "f")
    }
    let cells = ExactComparison(check: .exact, before: tables[0], after: tables[1]).cells
    #expect(cells.flatMap(\.findings).map(\.text) == ["deliveries: 1e-320 -> 5, worse"])
  }

  @Test func figureThatIsGoneIsWorse() throws {
    #expect(try findings((4, 0.5), (4, nil)).map(\.verdict) == [.regressed])
  }

  /// Whatever a figure was before it was lost, no other is better than it.
  @Test func figureThatTheBaselineLostIsRefused() throws {
    let lost = try ExactTable(table([("frame", 1, 1), ("naive", 4, nil)]).csv, file: "f")
    #expect(
      throws: BenchError.badResults(
        file: "f", line: 3,
        cause: "it has no figure in the column heartbeat_share, where this program has one: 0.5.")
    ) {
      try lost.checkFigures(against: table([("naive", 4, 0.5)]))
    }
    try lost.checkFigures(against: table([("naive", 9, nil), ("frame", 9, 9)]))
  }

  /// What a table with `row` below one of its own is refused for.
  private static func reading(_ row: String, end: String = "\n") -> String {
    do {
      _ = try ExactTable(
        "schema,workload,strategy,seed,outcome,deliveries,latency_mean_ms\n"
          + "1,uart,frame,1,ok,3,1.5\n\(row)\(end)", file: "f")
      return "nothing"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: ["abc", "nan", "-nan", "inf", "1e999", "0x1p3", "1,5", " ", "1.5.1", "+1"])
  func figureThatCannotBeReadIsRefusedWithItsPlace(_ figure: String) {
    let said = Self.reading("1,uart,naive,1,ok,3,\(figure)")
    #expect(said.hasPrefix("f, line 3: "), "\(said)")
    #expect(figure.contains(",") || said.contains("'\(figure)'"), "\(said)")
    #expect(figure.contains(",") || said.contains("the column latency_mean_ms"), "\(said)")
  }

  @Test(arguments: ["\n", "\r\n", "\n\n\r\n"])
  func linesAreCountedAsTheyStandInTheFile(blank: String) {
    let line = 3 + blank.filter(\.isNewline).count
    #expect(
      Self.reading(blank + "1,uart,naive,1,ok,3,x").hasPrefix("f, line \(line): 'x' cannot stand"))
    #expect(Self.reading(blank + "1,uart,frame,1,ok,9,1").hasPrefix("f, line \(line): it holds"))
    #expect(Self.reading(blank + "1,uart,naive,1,ok,9,1" + blank) == "nothing")
  }

  @Test func figureThatWasCutOffIsRefused() {
    #expect(
      Self.reading("1,uart,naive,1,ok,3,12", end: "")
        == "f, line 3: it is cut off in its last line.")
  }

  @Test func rowsTwiceAreRefusedWithBothPlaces() {
    #expect(
      Self.reading("1,uart,frame,1,ok,9,1.5").hasPrefix(
        "f, line 3: it holds the same trial as line 2."))
  }

  @Test func rowsOfAnotherSchemaOrOutcomeAreRefused() {
    #expect(Self.reading("2,uart,naive,1,ok,3,1").hasPrefix("f, line 3: it has schema 2"))
    #expect(
      Self.reading("1,uart,naive,1,fine,3,1")
        == "f, line 3: 'fine' cannot stand in the column outcome.")
    #expect(Self.reading("1,uart,naive,1,lost,3,") == "nothing")
  }

  @Test func cellsThatAppearAndDisappearAreNamed() {
    let comparison = ExactComparison(
      check: .exact, before: table([("naive", 1, 1)]), after: table([("frame", 1, 1)]))
    #expect(comparison.cells.map(\.strategy) == ["frame", "naive"])
    #expect(comparison.cells.map(\.verdict) == [.pass, .regressed])
    #expect(comparison.newCells == 1)
  }

  @Test func tableIsReadAsItWasWritten() throws {
    let table = table([("throttle:interval=50ms", 1.25, nil), ("naive", 3, 1)])
    #expect(try ExactTable(table.csv, file: "f") == table)
    #expect(
      table.csv == """
        schema,workload,strategy,seed,outcome,deliveries,heartbeat_share
        1,uart,naive,1,ok,3,1
        1,uart,throttle:interval=50ms,1,ok,1.25,

        """)
  }

  /// From every outcome to every other: only one that is well again is an improvement.
  @Test(arguments: Outcome.allCases, Outcome.allCases)
  func everyOtherOutcomeIsJudged(_ old: Outcome, _ new: Outcome) throws {
    let tables = try [old, new].map {
      try ExactTable(
        "schema,workload,strategy,seed,outcome,deliveries\n1,uart,naive,1,\($0.rawValue),5\n",
        file: "f")
    }
    let findings = ExactComparison(check: .exact, before: tables[0], after: tables[1])
      .cells.flatMap(\.findings)
    let expected: [Verdict] = old == new ? [] : [new == .ok ? .improved : .regressed]
    #expect(findings.map(\.verdict) == expected)
    #expect(findings.allSatisfy { $0.text == "outcome: \(old.rawValue) -> \(new.rawValue)" })
  }

  @Test(arguments: ["", "a,b\n", "schema,workload,strategy,seed,outcome,x\n1,uart,naive,1,ok\n"])
  func brokenTableIsRefused(text: String) {
    #expect(throws: BenchError.self) { try ExactTable(text, file: "f") }
  }

  @Test func rowsComeByWorkloadStrategyAndSeed() throws {
    var table = ExactTable(metrics: ["deliveries"])
    let rows = [("uart", "a", 2), ("uart", "a", 10), ("chat", "b", 1), ("uart", "b", 1)]
    for (workload, strategy, seed) in rows.reversed() {
      table.add(
        ["deliveries": 1.25], .ok, to: .init(cell: Cell(strategy, workload), seed: UInt64(seed)),
        places: 1)
    }
    #expect(
      table.csv == """
        schema,workload,strategy,seed,outcome,deliveries
        1,chat,b,1,ok,1.3
        1,uart,a,2,ok,1.3
        1,uart,a,10,ok,1.3
        1,uart,b,1,ok,1.3

        """)
    #expect(
      try ExactTable(table.csv, file: "other") == ExactTable(table.csv, file: "f"))
    var other = table
    other.add(["deliveries": 2], .ok, to: .init(cell: Cell("a", "uart"), seed: 2), places: 1)
    #expect(other != table && ExactTable(metrics: ["deliveries"]) != ExactTable(metrics: []))
  }

  private func table(seeds: [UInt64: Double], of strategy: String = "naive") -> ExactTable {
    var table = ExactTable(metrics: ["latency_p50_ms"])
    for (seed, value) in seeds {
      table.add(
        ["latency_p50_ms": value], .ok, to: .init(cell: Cell(strategy, "uart"), seed: seed),
        places: 6)
    }
    return table
  }

  @Test func seedIsSaidWhereThereAreSeveral() {
    let cells = ExactComparison(
      check: .exact, before: table(seeds: [1: 2, 2: 2, 3: 2]),
      after: table(seeds: [1: 2, 2: 3, 4: 2])
    ).cells
    #expect(cells.map(\.figures) == [4])
    #expect(
      cells.flatMap(\.findings).map(\.text) == [
        "latency_p50_ms (seed 2): 2 -> 3 ms, worse by 50 %",
        "is gone (seed 3): it is in the baseline, but is no longer run",
        "is new (seed 4): there is nothing to compare it with",
      ])
    let one = ExactComparison(
      check: .exact, before: table(seeds: [2: 2]), after: table(seeds: [2: 1]))
    #expect(
      one.cells.flatMap(\.findings)
        == [
          GateFinding(
            metric: "latency_p50_ms", verdict: .improved,
            text: "latency_p50_ms: 2 -> 1 ms, better by 50 %", factor: 0.5)
        ])
    #expect(one.newCells == 0)
  }

  @Test func figureThatWasNoneIsSaidToBe() throws {
    #expect(try findings((nil, 1), (4, 1)).map(\.text) == ["deliveries: none -> 4, worse"])
    #expect(try findings((4, 1), (nil, 1)).map(\.text) == ["deliveries: 4 -> none, worse"])
  }

  /// Only in the instruction check, whose counts vary.
  @Test func noDifferenceOfFiguresIsAllowed() {
    let (before, after) = (
      InstructionCheck.table(["a"], [6_000, 100_000]),
      InstructionCheck.table(["a"], [6_001, 100_001])
    )
    func findings(_ check: GateCell.Check) -> Int {
      ExactComparison(check: check, before: before, after: after).cells[0].findings.count
    }
    #expect(findings(.exact) == 2 && findings(.allocations) == 2 && findings(.instructions) == 0)
  }

  @Test func firstFigureThatWasLostIsNamed() throws {
    let lost = try ExactTable(
      table([("b", nil, 1), ("c", nil, 1), ("a", 1, nil), ("d", nil, nil)]).csv, file: "f")
    let whole = table([("a", 1, nil), ("b", nil, 1), ("c", 2, 2), ("d", 3, 3)])
    #expect(
      throws: BenchError.badResults(
        file: "f", line: 4,
        cause: "it has no figure in the column deliveries, where this program has one: 2.")
    ) { try lost.checkFigures(against: whole) }
  }
}
