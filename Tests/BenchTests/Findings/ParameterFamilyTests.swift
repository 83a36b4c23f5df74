import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct ParameterFamilyTests {
  /// What one value was found to do.
  private struct Found {
    var latency: Double?
    var busy = 0.1
    var ratio: Double?
    var outcome = Outcome.ok
  }

  /// What is said of throttle with those intervals, by workload, and of all workloads under "".
  private func sentences(
    _ intervals: String, _ found: [(workload: String, values: [Found])]
  ) throws -> [String: [String]] {
    let selections = try intervals.split(separator: ",").map {
      try Selection.strategy("throttle:interval=\($0)")
    }
    let records = found.flatMap { workload, values in
      zip(selections, values).map { selection, found in
        var record = Trial.made(
          strategy: selection.key, workload: workload, outcome: found.outcome)
        record.values["latency_p99_ms"] = found.latency
        record.values["latency_max_ms"] = found.latency.map { $0 + 1 } ?? 50
        record.values["main_busy_share"] = found.busy
        record.values["cost_ratio"] = found.ratio
        return record
      }
    }
    let cells = CellSummary.summaries(
      of: records, strategies: selections.map(\.key), workloads: found.map(\.workload))
    let families = ParameterFamily.families(of: selections)
    let reports = WorkloadReport.reports(of: cells, silent: [])
    let own = families.flatMap { $0.sentences(over: cells) }
    return reports.reduce(into: ["": own]) { said, report in
      said[report.workload] = families.flatMap { $0.sentences(on: report.cells) }
    }
  }

  private let bend: [Found] = [
    Found(latency: 2, busy: 0.9, ratio: 3), Found(latency: 5, busy: 0.1, ratio: 1.2),
    Found(latency: 100, busy: 0.01, ratio: 9),
  ]

  /// Scripts/plotting/pictures/sweep.py reads the beginning of the first sentence.
  @Test func kneeIsWhereTheCurveBends() throws {
    #expect(
      try sentences("1ms,5ms,100ms", [("uart", bend)])["uart"] == [
        "The knee of throttle's interval is at 5ms: latency p99 5 ms with the main thread busy 10 %.",
        """
        Of the values of throttle's interval, 5ms comes nearest to the best possible, at 1.2 times \
        its cost; the worst costs 9 times.
        """,
      ])
  }

  @Test func valueThatAnotherBeatsInBothIsNotOnTheCurve() throws {
    let beaten = Found(latency: 101, busy: 0.5, ratio: 20)
    let said = try sentences("1ms,5ms,100ms,7ms", [("uart", bend + [beaten])])["uart"]
    #expect(said?.first?.contains("is at 5ms:") == true)
  }

  @Test func longestLatencyStandsInWhereThereAreTooFewUpdatesForAPercentile() throws {
    var found = bend
    found[2].latency = nil
    let said = try sentences("1ms,5ms,100ms", [("uart", found)])["uart"]
    #expect(said?.first?.contains("is at 5ms: latency max 6 ms") == true, "\(said ?? [])")
  }

  @Test(arguments: [
    (1, "no value trades"), (2, "only two values differ"), (3, "does not bend enough"),
  ])
  func curveWithoutAKneeSaysWhy(choices: Int, reason: String) throws {
    let found = (0..<3).map { position in
      let place = Double(min(position, choices - 1))
      return Found(latency: 10 - place, busy: 0.1 + place / 10)
    }
    let said = try #require(try sentences("1ms,2ms,3ms", [("uart", found)])["uart"])
    #expect(said.count == 1)
    #expect(said[0].hasPrefix("throttle's interval has no knee: "))
    #expect(said[0].contains(reason), "\(said)")
  }

  @Test func nobodyIsBestWhereAllAreEqual() throws {
    let equal = [Found(ratio: 2), Found(ratio: 2), Found(ratio: 2)]
    #expect(
      try sentences("1ms,2ms,3ms", [("uart", equal)])["uart"]?.last
        == "Every value of throttle's interval costs 2 times the best possible.")
  }

  @Test func valuesThatTieAreNamedTogether() throws {
    let found = [Found(ratio: 2), Found(ratio: 2), Found(ratio: 3)]
    let said = try sentences("1ms,2ms,3ms", [("uart", found)])["uart"]
    #expect(said?.last?.contains("1ms and 2ms come nearest") == true)
  }

  @Test func valueThatFailedIsNeitherBestNorKnee() throws {
    var found = bend
    found[1].outcome = .lost
    let said = try sentences("1ms,5ms,100ms", [("uart", found)])["uart"] ?? []
    #expect(said.first?.contains("no knee") == true)
    #expect(said.last?.contains(", 1ms comes nearest") == true)
  }

  @Test func worstCaseIsTakenOverAllWorkloads() throws {
    let other = [Found(ratio: 2), Found(ratio: 6), Found(ratio: 4)]
    #expect(
      try sentences("1ms,5ms,100ms", [("uart", bend), ("steady", other)])[""] == [
        """
        Over 2 workloads, 1ms for throttle's interval has the best worst case: at most 3 times the \
        best possible, on uart, and 2.45 times in the geometric mean.
        """
      ])
    #expect(try sentences("1ms,5ms,100ms", [("uart", bend)])[""] == [])
  }

  @Test func equalWorstCasesAreSaidToBeEqual() throws {
    let equal = [Found(ratio: 2), Found(ratio: 2), Found(ratio: 2)]
    let said = try sentences("1ms,2ms,3ms", [("uart", equal), ("steady", equal)])[""]
    #expect(
      said?.first?.contains("every value of throttle's interval has the same worst case") == true)
  }

  @Test func valueThatFailedSomewhereHasNoWorstCase() throws {
    var other = [Found(ratio: 2), Found(ratio: 6), Found(ratio: 4)]
    other[0].outcome = .hung
    let said = try sentences("1ms,5ms,100ms", [("uart", bend), ("steady", other)])[""]
    #expect(said?.first?.contains("5ms for throttle's interval has the best") == true)
  }

  @Test func workloadWithoutRatiosIsLeftOutOfTheWorstCase() throws {
    let none = [Found(), Found(), Found()]
    let said = try sentences(
      "1ms,5ms,100ms", [("uart", bend), ("steady", bend), ("idle", none)])[""]
    #expect(said?.first?.hasPrefix("Over 2 workloads, 5ms") == true)
    #expect(
      try sentences("1ms,2ms,3ms", [("a", none), ("b", none)])[""]
        == ["No value of throttle's interval has a cost ratio on every workload."])
  }

  @Test func defaultIsNamedBecauseItsKeyHasNoValue() throws {
    let said = try sentences("1ms,5ms,300ms", [("uart", bend)])
    #expect(said[""] == ["throttle alone is throttle:interval=300ms."])
  }

  @Test func familyDiffersInOneParameterAndHasThreeValues() throws {
    #expect(try sentences("1ms,5ms", [("uart", bend)])["uart"] == [])
    let two = StrategyEntry(
      name: "two", origin: "a test", summary: "two parameters",
      parameters: [.duration("a", .milliseconds(1), "a"), .count("b", 3, "b")],
      delivery: .none
    ) { _, _, _ in preconditionFailure("It is not attached.") }
    let list = "two:a=1ms,two:a=2ms:b=7,two:a=3ms:b=7,two:b=7,two:a=1ms:b=8"
    let families = ParameterFamily.families(of: try Selection.parse(list, from: [two]))
    #expect(
      families.map { $0.sentences(over: []) } == [
        ["two:b=7 alone is two:b=7:a=1ms."], ["two alone is two:b=3."],
      ])
  }
}
