import BenchTestSupport
import Testing

@testable import BenchHarness
@testable import BenchReport

/// The findings of a run, for each workload and for all together.
struct RunReportTests {
  /// One trial in virtual time, or `count` in real time with slightly different figures.
  private func trials(
    _ strategy: String, _ values: [String: Double], on workload: String = "uart",
    outcome: Outcome = .ok, count: Int? = nil
  ) -> [Trial] {
    (1...(count ?? 1)).map { trial in
      Trial.made(
        strategy: strategy, workload: workload, trial: trial, outcome: outcome,
        values: values.mapValues { $0 * (1 + 0.01 * Double(trial - 1)) },
        time: count == nil ? .virtual : .real)
    }
  }

  private func cost(
    _ strategy: String, _ ratio: Double, on workload: String = "uart", latency: Double = 5,
    busy: Double = 0.1, outcome: Outcome = .ok, count: Int? = nil
  ) -> [Trial] {
    trials(
      strategy, ["cost_ratio": ratio, "latency_mean_ms": latency, "main_busy_share": busy],
      on: workload, outcome: outcome, count: count)
  }

  private func report(
    _ trials: [[Trial]], rowChanging: Set<String> = [], families: [ParameterFamily] = [],
    isBusy: Bool = false, ownBlocks: [String: Double] = [:]
  ) -> RunReport {
    let trials = trials.flatMap { $0 }
    let strategies = trials.map(\.strategy).distinct
    return RunReport(
      CellSummary.summaries(
        of: trials, strategies: strategies, workloads: trials.map(\.workload).distinct),
      groups: strategies.reduce(into: [:]) { groups, name in
        groups[name] = rowChanging.contains(name) ? .rowChanges : name == "null" ? nil : .reloads
      }, families: families, isBusy: isBusy, ownBlocks: ownBlocks)
  }

  private func ranked(_ report: RunReport, _ place: Int = 0) -> [String] {
    report.rankings[place].standings.map(\.name)
  }

  private func bottomLine(_ report: RunReport) -> [String] {
    report.bottomLine.map(\.finding.sentence)
  }

  private func ofUart(_ trials: [Trial]...) -> [String] {
    report(trials).workloads[0].findings.map(\.sentence)
  }

  @Test(arguments: ShortWorkloads.specifications)
  func everyWorkloadHasFindings(workload: String) throws {
    let changing = [StrategyEntry].standard.filter { $0.delivery.group == .rowChanges }.map(\.name)
    let report = report(
      [try VirtualCells.run(strategies: "*", workloads: workload)], rowChanging: Set(changing))
    let sentences = report.workloads.flatMap(\.findings).map(\.sentence) + bottomLine(report)
    #expect((4...20).contains(sentences.count))
    #expect(report.workloads.map(\.group) == [.reloads, .rowChanges])
    for sentence in sentences {
      #expect(sentence.count > 20 && sentence.hasSuffix("."), "\(sentence)")
      #expect(!sentence.contains("null") && !sentence.contains("nan"), "\(sentence)")
    }
  }

  @Test func bottomLineNamesTheBestStrategyAndItsTradeoffs() {
    let trials = ["a", "b"].flatMap { workload in
      [
        cost("best", 2, on: workload, latency: 10, busy: 0.2),
        cost("soon", 3, on: workload, latency: 2, busy: 0.5),
        cost("idle", 4, on: workload, latency: 90, busy: 0.01),
      ]
    }
    let report = report(trials)
    #expect(ranked(report) == ["best", "soon", "idle"])
    #expect(
      bottomLine(report) == [
        "best comes nearest to the best possible on these 2 workloads, at 2 times its cost.",
        "It shows an update after 10 ms on average and keeps the main thread busy 20 % of the time.",
        "soon has the lowest latency: 2 ms on average, using 50 % of main-thread time.",
        "idle uses the least main-thread time: 1 %, with 90 ms of latency on average.",
      ])
  }

  /// A strategy with an equal figure, or one that may be as good, is named beside the best one.
  @Test func tradeoffsNameStrategiesThatAreAboutAsGood() {
    let figures = [
      ("best", 10, 0.2), ("soon", 2, 0.5), ("too", 2.1, 0.6), ("idle", 90, 0.01),
      ("quiet", 95, 0.0105),
    ]
    let found = ["uart", "on-off"].map { workload in
      figures.enumerated().flatMap { rank, figures in
        cost(figures.0, Double(rank + 2), on: workload, latency: figures.1, busy: figures.2)
      }
    }
    for sentences in [bottomLine(report(found)), ofUart(found[0])] {
      let rivals = ["soon has the lowest": "too", "idle uses the least": "quiet"]
      for (best, rival) in rivals {
        let sentence = sentences.first { $0.hasPrefix(best) } ?? ""
        #expect(sentence.contains("; \(rival) is within 10 % of it."), "\(sentences)")
      }
    }
  }

  @Test func strategiesAreRankedByTheGeometricMean() {
    let ranking = report([
      cost("mixed", 1, on: "a"), cost("mixed", 16, on: "b"), cost("steady", 3, on: "a"),
      cost("steady", 3, on: "b"),
    ]).rankings[0].standings
    #expect(ranking.map(\.name) == ["steady", "mixed"])
    #expect(ranking[1].ratio.median.rounded() == 4 && ranking[1].worst.workload == "b")
  }

  /// Reloads and row changes have separate rankings; one sentence compares the best of both.
  @Test func groupsAreRankedSeparately() {
    func cost(_ strategy: String, _ ratio: Double, _ cost: Double) -> [Trial] {
      trials(strategy, ["cost_ratio": ratio, "cost_ms": cost, "latency_mean_ms": cost])
    }
    let report = report(
      [cost("frame", 2, 10), cost("naive", 5, 25), cost("rows", 3, 4), cost("drain", 6, 8)],
      rowChanging: ["rows", "drain"])
    #expect(ranked(report) == ["frame", "naive"] && ranked(report, 1) == ["rows", "drain"])
    #expect(report.workloads.map(\.group) == [.reloads, .rowChanges])
    #expect(report.bottomLine.map(\.group) == [.reloads, .rowChanges, nil])
    #expect(
      bottomLine(report).last
        == "rows, which changes rows, costs 0.4 times as much as frame, which reloads. Its updates must "
        + "name the changed rows, as ChangedIDs does.")
    for workload in report.workloads {
      #expect(workload.cells.count { workload.isBest($0, metric: .latencyMean) } == 1)
    }
  }

  @Test func failedStrategyIsNamedButNotRanked() {
    let report = report([
      cost("a", 2), cost("a", 2, on: "steady"), cost("b", 3), cost("b", 3, on: "steady"),
      cost("lost", 1), cost("lost", 1, on: "steady", outcome: .lost),
      cost("void", 1), cost("void", 1, on: "steady", outcome: .void),
      cost("odd", 1), trials("odd", ["latency_mean_ms": 1], on: "steady"),
      // Trials without a cost and strategies that show nothing are ignored.
      [.made(strategy: "a", workload: "idle"), .made(strategy: "null")],
    ])
    #expect(ranked(report) == ["a", "b"])
    #expect(
      bottomLine(report).last
        == "Not ranked: lost (1 lost on steady), void (1 discarded on steady), odd (its best possible "
        + "is unknown on steady).")
  }

  @Test(
    arguments: [
      ([("a", 2.0, nil), ("b", 2.3, nil)], false, "", nil),
      ([("a", 2, nil), ("b", 2.2, nil)], false, "; b (2.2) is within 10 % of it", nil),
      ([("a", 2, 1), ("b", 2.1, 1)], false, "", "One trial each"),
      ([("a", 2, 3), ("b", 3, 3)], false, "", "Few trials each"),
      ([("a", 2, 6), ("b", 3, 6)], false, "", nil),
      ([("a", 2, 6), ("b", 2.02, 6)], false, "; b (2.07) is within 10 % of it", nil),
      // The intervals overlap, but a rank test tells the strategies apart.
      (
        [("a", 2, 6), ("b", 2.08, 6), ("c", 2.3, 6)], false, "; b (2.13) is within 10 % of it", nil
      ),
      ([("a", 2, 6), ("b", 3, 6)], true, "", "The machine was busy"),
    ] as [([(String, Double, Int?)], Bool, String, String?)])
  func possibleNoiseIsMentioned(
    found: [(String, Double, Int?)], isBusy: Bool, rivals: String, note: String?
  ) {
    let report = report(found.map { cost($0.0, $0.1, count: $0.2) }, isBusy: isBusy)
    #expect(bottomLine(report)[0].hasSuffix("its cost\(rivals)."), "\(bottomLine(report))")
    let notes = bottomLine(report).filter { $0.contains("noise") }
    #expect(notes == (note.map { ["\($0): small differences may be noise."] } ?? []))
  }

  @Test func headlineFitsARankingOfOneStrategyOrNone() {
    #expect(
      bottomLine(report([[.made(strategy: "a"), .made(strategy: "b")]]))
        == ["No strategy is ranked: the best possible is unknown here."])
    #expect(
      bottomLine(report([cost("frame:period=16666667ns", 2, on: "uart:duration=300ms")]))[0]
        == "frame:period=16.7ms costs 2 times the best possible on uart:duration=300ms.")
    #expect(bottomLine(report([[.made(strategy: "null")]])).isEmpty)
  }

  @Test func workloadFindingsNameTheFastestAndTheLeastBusy() {
    #expect(
      ofUart(cost("a", 1, latency: 2, busy: 0.8), cost("b", 1, latency: 150, busy: 0.05)) == [
        "a has the lowest latency: 2 ms on average, using 80 % of main-thread time.",
        "b uses the least main-thread time: 5 %, with 150 ms of latency on average.",
      ])
    // A difference under 10 % is not worth a recommendation.
    #expect(
      ofUart(cost("a", 1, latency: 2, busy: 0.1), cost("b", 1, latency: 2, busy: 0.095)) == [
        "a has the lowest latency: 2 ms on average, using 10 % of main-thread time; b is within 10 % of "
          + "it."
      ])
  }

  @Test func unreliableStrategiesAreNamedFirstAndNeverWin() {
    let sentences = ofUart(
      cost("a", 1, latency: 2), cost("b", 1, latency: 1, outcome: .lost),
      trials("c", ["latency_mean_ms": 3, "invalid_updates": 4]))
    #expect(
      sentences[0] == "Not reliable here: b (1 lost), c (updates refused by the view: 4).")
    #expect(sentences[1].hasPrefix("a has the lowest latency"))
  }

  @Test(arguments: [
    ([100.0, 101], "b (101 ms) blocks the main thread long enough to notice (over 100 ms)."),
    (
      [101, 300, 200, 150],
      "b (300 ms), c (200 ms), d (150 ms) and 1 more block the main thread long enough to notice "
        + "(over 100 ms)."
    ),
  ])
  func noticeableBlocksAreReported(times: [Double], sentence: String) {
    let blocking = zip(["a", "b", "c", "d"], times).flatMap { trials($0, ["longest_block_ms": $1]) }
    #expect(ofUart(blocking).last == sentence)
  }

  /// The workload itself blocks the main thread for 500 ms, whatever the strategy does.
  @Test(arguments: [(501.0, false), (599, false), (650, true)])
  func blockOfTheWorkloadIsNotBlamedOnAStrategy(milliseconds: Double, isSaid: Bool) {
    let report = report(
      [trials("a", ["longest_block_ms": milliseconds])], ownBlocks: ["uart": 500])
    #expect(report.workloads[0].findings.contains { $0.sentence.contains("blocks") } == isSaid)
  }

  /// Six noisy trials each: the medians are 15 % apart, which may be chance.
  @Test func inconclusiveRankingIsReported() {
    func scattered(_ strategy: String, _ ratio: Double, _ steps: [Double]) -> [Trial] {
      steps.enumerated().map { number, step in
        Trial.made(
          strategy: strategy, workload: "uart", trial: number + 1, outcome: .ok,
          values: ["cost_ratio": ratio * step], time: .real)
      }
    }
    let report = report([
      scattered("a", 2, [0.8, 0.9, 0.95, 1.05, 1.2, 1.4]),
      scattered("b", 2.3, [0.7, 0.9, 0.95, 1.05, 1.1, 1.3]),
    ])
    #expect(
      bottomLine(report)[0].hasSuffix("its cost; b (2.3) may be just as good."),
      "\(bottomLine(report))")
  }

  /// A second reload cost is simulated, and one sentence says which findings hold there, too.
  @Test func findingsCoverACostlierReload() {
    func at(_ ratios: [String: (Double, Double, Double)]) -> RunReport {
      report(
        ratios.sorted { $0.key < $1.key }.map { name, figures in
          cost(name, figures.0, latency: figures.1, busy: figures.2)
        })
    }
    var found = at(["a": (2, 5, 0.2), "b": (3, 2, 0.5), "c": (4, 90, 0.01)])
    found.compare(
      with: at(["a": (1.5, 9, 0.3), "b": (3, 20, 0.9), "c": (2, 90, 0.1)]), reload: "15 ms")
    #expect(
      bottomLine(found).last
        == "With reloads of 15 ms, too, a comes nearest (1.5 times) and c uses the least main-thread "
        + "time, but a has the lowest latency.")
    #expect(found.dearer?.ratios.mapValues { ($0 * 10).rounded() } == ["a": 15, "b": 30, "c": 20])
    var tied = at(["a": (2, 5, 0.2), "b": (3, 5, 0.5)])
    tied.compare(with: at(["a": (3, 9, 0.3), "b": (2, 9, 0.9)]), reload: "15 ms")
    #expect(
      bottomLine(tied).last
        == "With reloads of 15 ms, too, b and a have the lowest latency and a uses the least "
        + "main-thread time, but b comes nearest (2 times).")
  }

  @Test func strategiesOfAFreeViewAreComparedBySubmissionCost() {
    #expect(
      ofUart(
        trials("a", ["submit_cost_ns": 8.5, "latency_mean_ms": 1]),
        trials("b", ["submit_cost_ns": 50, "latency_mean_ms": 2]))
        == ["a is the cheapest to submit to (8.5 ns per update), b the most expensive (50 ns)."])
  }

  /// The report on throttle with these intervals and cost ratios; a nil ratio is a lost trial.
  private func range(
    _ intervals: [String], _ found: [(workload: String, ratios: [Double?])]
  ) throws -> RunReport {
    let selections = try intervals.map { try Selection.strategy("throttle:interval=\($0)") }
    return report(
      found.flatMap { workload, ratios in
        zip(selections, ratios).map {
          cost($0.key, $1 ?? 0.1, on: workload, outcome: $1 == nil ? .lost : .ok)
        }
      }, families: ParameterFamily.families(of: selections))
  }

  @Test func bestValueOfARangeIsNamed() throws {
    for (ratios, sentence) in [
      (
        [3, 1.2, 9, nil],
        "Of the values of throttle's interval, 2ms comes nearest to the best possible, at 1.2 times "
          + "its cost; the worst value is at 9 times."
      ),
      ([2, 2, 2, 2], "Every value of throttle's interval costs 2 times the best possible."),
    ] as [([Double?], String)] {
      let report = try range(["1ms", "2ms", "3ms", "4ms"], [("uart", ratios)])
      #expect(report.workloads[0].findings.last?.sentence == sentence)
    }
    #expect(
      try !range(["1ms", "2ms"], [("uart", [1, 2])]).workloads[0].findings
        .contains { $0.sentence.contains("values of") }, "Two make no curve.")
  }

  /// Scripts/plotting/pictures/sweep.py reads the default from this sentence.
  @Test func defaultAndValueWithTheBestWorstCaseAreNamed() throws {
    let report = try range(
      ["1ms", "5ms", "100ms"],
      [("uart", [3, 1.2, 9]), ("steady", [2, 6, nil]), ("idle", [nil, nil, nil])])
    #expect(
      bottomLine(report).suffix(2) == [
        "Over 2 workloads, 1ms for throttle's interval has the best worst case: 3 times the "
          + "best possible, on uart.", "throttle means throttle:interval=100ms.",
      ])
  }

  @Test func familyOfSettingsVariesOneParameter() throws {
    let two = StrategyEntry(
      name: "two", origin: "a test", summary: "two parameters",
      parameters: [.duration("a", .milliseconds(1), "a"), .count("b", 3, "b")],
      delivery: .none
    ) { _, _, _ in preconditionFailure("It is not attached.") }
    let list = "two:a=1ms,two:a=2ms:b=7,two:a=3ms:b=7,two:b=7,two:a=1ms:b=8"
    let families = ParameterFamily.families(of: try Selection.parse(list, from: [two]))
    #expect(
      families.flatMap { $0.findings(over: []).map(\.sentence) }
        == ["two:b=7 means two:b=7:a=1ms.", "two means two:b=3."])
  }

  /// Checks the mark for the best of a column and the ratio to naive.
  @Test func bestOfAColumnIgnoresFailedAndNullStrategies() {
    let workload = report([
      trials("naive", ["deliveries": 8]), trials("b", ["deliveries": 2, "updates": 1]),
      trials("c", ["deliveries": 2, "updates": 2]),
      trials("lost", ["deliveries": 1], outcome: .lost), trials("null", ["deliveries": 0]),
    ]).workloads[0]
    func best(_ metric: Metric) -> [String] {
      workload.cells.filter { workload.isBest($0, metric: metric) }.map(\.strategy)
    }
    #expect(best(.deliveries) == ["b", "c"] && best(.updates).isEmpty)
    let ratios = workload.cells.map { workload.ratioToReference($0, metric: .deliveries) }
    #expect(ratios == [1, 0.25, 0.25, 0.125, 0])
    #expect(workload.ratioToReference(workload.cells[0], metric: .updates) == nil)
  }
}
