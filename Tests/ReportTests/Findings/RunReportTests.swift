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
    busy: Double = 0.1, outcome: Outcome = .ok
  ) -> [Trial] {
    trials(
      strategy, ["cost_ratio": ratio, "latency_mean_ms": latency, "main_busy_share": busy],
      on: workload, outcome: outcome)
  }

  /// Trials with the figures that a user notices. By default, the wait decides, at half of its limit.
  private func felt(
    _ strategy: String, wait: Double = 50, busiest: Double = 0.1, hitches: Double = 0,
    busy: Double = 0.1, others: [Metric: Double] = [:], on workload: String = "uart",
    outcome: Outcome = .ok, count: Int? = nil
  ) -> [Trial] {
    let felt: [Metric: Double] = [
      .latencyMax: wait, .mainBusyPeakShare: busiest, .hitchRatio: hitches, .mainBusyShare: busy,
    ]
    let all = felt.merging(others) { $1 }.map { ($0.name, $1) }
    return trials(
      strategy, Dictionary(uniqueKeysWithValues: all), on: workload, outcome: outcome,
      count: count)
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
    report.bottomLine.map(\.sentence)
  }

  private func ofUart(_ trials: [Trial]...) -> [String] {
    report(trials).workloads[0].sentences
  }

  @Test(arguments: ShortWorkloads.specifications)
  func everyWorkloadHasFindings(workload: String) throws {
    let changing = [StrategyEntry].standard.filter { $0.delivery.group == .rowChanges }.map(\.name)
    let report = report(
      [try VirtualCells.run(strategies: "*", workloads: workload)], rowChanging: Set(changing))
    let sentences = report.workloads.flatMap(\.sentences) + bottomLine(report)
    #expect((4...20).contains(sentences.count))
    #expect(report.workloads.map(\.group) == [.reloads, .rowChanges])
    for sentence in sentences {
      #expect(sentence.count > 20 && sentence.hasSuffix("."), "\(sentence)")
      #expect(!sentence.contains("null") && !sentence.contains("nan"), "\(sentence)")
    }
  }

  /// Each strategy comes closest to a different limit.
  @Test func strategiesAreRankedByTheLargestShareOfALimit() throws {
    let moving: [Metric: Double] = [.picturesPerSecond: 20, .possiblePicturesPerSecond: 60]
    let report = report([
      felt("few", others: moving), felt("rough", hitches: 12), felt("busy", busiest: 0.4),
      felt("quick", wait: 60),
    ])
    let standings = report.rankings[0].standings
    #expect(ranked(report) == ["quick", "busy", "rough", "few"])
    #expect(standings.map { ($0.use.share * 10).rounded() } == [6, 8, 12, 15])
    #expect(
      standings.map(\.use.text) == [
        "longest wait 60 ms on uart", "busiest second 40 % on uart", "hitches 12 ms/s on uart",
        "pictures 20 a second on uart",
      ])
    #expect(standings.map(\.isWithinLimits) == [true, true, false, false])
  }

  /// A strategy is judged where it is worst; of equals, the one that needs less of the main thread comes first.
  @Test func worstWorkloadDecides() {
    let report = report([
      felt("even", wait: 60, busy: 0.2, on: "a"), felt("even", wait: 60, busy: 0.4, on: "b"),
      felt("idle", wait: 60, on: "a"), felt("idle", wait: 60, on: "b"),
      felt("odd", wait: 10, on: "a"), felt("odd", wait: 90, on: "b"),
    ])
    let standings = report.rankings[0].standings
    #expect(standings.map(\.name) == ["idle", "even", "odd"])
    #expect(standings[2].use.text == "longest wait 90 ms on b")
    #expect(isAbout(standings[1].busy, 0.3))
  }

  /// If half of the main thread is not enough for 100 ms, the limit is the time that it needs, plus a frame. If fewer
  /// than 30 updates a second arrive, no more pictures are needed.
  @Test(
    arguments: [
      ([.latencyMax: 75], 0.75), ([.latencyMax: 75, .leastLatencyMax: 40], 0.75),
      ([.latencyMax: 475, .leastLatencyMax: 300], 1.5), ([.mainBusyPeakShare: 0.75], 1.5),
      ([.hitchRatio: 5], 0.5), ([.picturesPerSecond: 60], 0.5), ([.picturesPerSecond: 20], 1.5),
      ([.picturesPerSecond: 24, .possiblePicturesPerSecond: 24], 1),
      ([.picturesPerSecond: 24, .possiblePicturesPerSecond: 40], 1.25),
      ([.picturesPerSecond: 0, .possiblePicturesPerSecond: 0, .latencyMax: 20], 0.2),
      ([.picturesPerSecond: 0, .possiblePicturesPerSecond: 24], .infinity),
    ] as [([Metric: Double], Double)])
  func limitsAreWhatAPersonNotices(figures: [Metric: Double], share: Double) {
    let values = figures.map { ($0.name, $1) }
    let report = report([trials("a", Dictionary(uniqueKeysWithValues: values))])
    let use = report.rankings[0].standings.first?.use
    #expect(use?.share == share || isAbout(use?.share, share), "\(use?.share ?? .nan)")
  }

  private func isAbout(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-9 } ?? false
  }

  /// Names strategies together if none is noticeably worse than the first in any figure, deciding or not.
  @Test func bottomLineNamesWhoStaysWithinTheLimits() {
    let report = report([
      felt("best", busy: 0.2), felt("close", wait: 69), felt("slow", wait: 71),
      felt("busy", wait: 52, busiest: 0.16), felt("rough", wait: 55, hitches: 2),
      felt("over", busiest: 0.6),
    ])
    #expect(
      bottomLine(report) == [
        "best and close stay within every limit on uart, using 20 % and 10 % of main-thread time; "
          + "busy, rough and slow do, too, but less well."
      ])
  }

  @Test func bottomLineSaysIfNobodyStaysWithinTheLimits() {
    let report = report(
      ["a", "b"].flatMap { workload in
        [
          felt("rough", hitches: workload == "a" ? 12 : 3, on: workload),
          felt("busy", busiest: 0.9, on: workload),
        ]
      })
    #expect(
      bottomLine(report) == [
        "No strategy stays within every limit on these 2 workloads. rough comes nearest, with 1.2 "
          + "times the limit: hitches 12 ms/s on a."
      ])
    // No strategy meets this limit, so the best one's figure replaces it, and the other limits decide.
    let hard = self.report([
      felt("jerky", hitches: 160, on: "a"), felt("slow", wait: 90, hitches: 150, on: "a"),
      felt("busy", busiest: 0.6, hitches: 150.5, on: "a"), felt("good", hitches: 150, on: "a"),
    ])
    #expect(
      bottomLine(hard) == [
        "No strategy stays within every limit on a: at best, hitches 150 ms/s. good does that, and "
          + "stays within the other limits, using 10 % of main-thread time; slow does, too, but less "
          + "well."
      ])
    #expect(hard.rankings[0].standings.map(\.name) == ["good", "slow", "jerky", "busy"])
    #expect(hard.rankings[0].standings[1].use.text == "longest wait 90 ms on a")
    // Nothing is shown in motion.
    let still = self.report([
      felt("a", others: [.picturesPerSecond: 0, .possiblePicturesPerSecond: 30])
    ])
    #expect(
      bottomLine(still) == [
        "No strategy stays within every limit on uart. a comes nearest, with pictures 0 a second on "
          + "uart."
      ])
  }

  /// The mean of costs ÷ optimum is reported if it is known on every workload, but decides nothing.
  @Test func costIsAMeanOverTheWorkloads() {
    let ranking = report([
      felt("mixed", others: [.costRatio: 1], on: "a"),
      felt("mixed", others: [.costRatio: 16], on: "b"),
      felt("part", wait: 60, others: [.costRatio: 2], on: "a"), felt("part", wait: 60, on: "b"),
    ]).rankings[0].standings
    #expect(ranking.map(\.name) == ["mixed", "part"])
    #expect(ranking[0].ratio?.rounded() == 4 && ranking[1].ratio == nil)
  }

  /// Reloads and row changes have separate rankings; one sentence compares the best of both by what users notice.
  @Test func groupsAreRankedSeparately() {
    func report(_ rows: [Trial]) -> RunReport {
      self.report(
        [
          felt("frame", busiest: 0.3), felt("naive", wait: 60, hitches: 9), rows,
          felt("drain", wait: 90),
        ],
        rowChanging: ["rows", "drain"])
    }
    let gain = report(felt("rows", wait: 20, busiest: 0.1))
    #expect(ranked(gain) == ["frame", "naive"] && ranked(gain, 1) == ["rows", "drain"])
    #expect(gain.workloads.map(\.group) == [.reloads, .rowChanges])
    #expect(gain.bottomLine.map(\.group) == [.reloads, .rowChanges, nil])
    #expect(
      bottomLine(gain).last
        == "Changing rows with rows instead of reloading with frame changes what a person notices: "
        + "longest wait 20 ms instead of 50 ms, busiest second 10 % instead of 30 %. Its updates must "
        + "name the changed rows, as ChangedIDs does.")
    #expect(
      bottomLine(report(felt("rows", wait: 40, busiest: 0.28))).last
        == "Changing rows with rows instead of reloading with frame makes no difference that a person "
        + "notices. Its updates must name the changed rows, as ChangedIDs does.")
    for workload in gain.workloads {
      #expect(workload.cells.count { workload.isBest($0, metric: .latencyMax) } == 1)
    }
  }

  @Test func failedStrategyIsNamedButNotRanked() {
    let report = report([
      felt("a"), felt("a", on: "steady"), felt("b", wait: 90), felt("b", wait: 90, on: "steady"),
      felt("lost", wait: 1), felt("lost", wait: 1, on: "steady", outcome: .lost),
      felt("void", wait: 1), felt("void", wait: 1, on: "steady", outcome: .void),
      // Trials without such figures and strategies that show nothing are ignored.
      [.made(strategy: "a", workload: "idle"), .made(strategy: "null")],
    ])
    #expect(ranked(report) == ["a", "b"])
    #expect(
      bottomLine(report).last
        == "Not ranked: lost (1 lost on steady), void (1 discarded on steady).")
  }

  @Test(
    arguments: [
      (1, false, "One trial each"), (3, false, "Few trials each"), (6, false, nil),
      (6, true, "The machine was busy"), (nil, false, nil),
    ] as [(Int?, Bool, String?)])
  func possibleNoiseIsMentioned(count: Int?, isBusy: Bool, note: String?) {
    let report = report([felt("a", count: count), felt("b", count: count)], isBusy: isBusy)
    let notes = bottomLine(report).filter { $0.contains("noise") }
    #expect(notes == (note.map { ["\($0): small differences may be noise."] } ?? []))
  }

  @Test func headlineFitsARankingOfOneStrategyOrNone() {
    #expect(
      bottomLine(report([[.made(strategy: "a"), .made(strategy: "b")]]))
        == [
          "Nothing can be compared: no strategy has figures on every workload.",
          "Not ranked: a, b.",
        ])
    #expect(
      bottomLine(report([felt("frame:period=16666667ns", on: "uart:duration=300ms")]))[0]
        == "frame:period=16.7ms stays within every limit on uart:duration=300ms, using 10 % of "
        + "main-thread time.")
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
    #expect(report.workloads[0].sentences.contains { $0.contains("blocks") } == isSaid)
  }

  /// Six noisy trials each: the medians are 15 % apart, which may be chance.
  @Test func inconclusiveComparisonIsReported() {
    func scattered(_ strategy: String, _ mean: Double, _ steps: [Double]) -> [Trial] {
      steps.enumerated().map { number, step in
        Trial.made(
          strategy: strategy, workload: "uart", trial: number + 1, outcome: .ok,
          values: ["latency_mean_ms": mean * step], time: .real)
      }
    }
    let sentences = ofUart(
      scattered("a", 2, [0.8, 0.9, 0.95, 1.05, 1.2, 1.4]),
      scattered("b", 2.3, [0.7, 0.9, 0.95, 1.05, 1.1, 1.3]))
    #expect(sentences[0].hasSuffix("on average; b may be just as good."), "\(sentences)")
  }

  /// For an app that has `frame`, its rows are the smaller step; unless another changes rows noticeably better.
  @Test(arguments: [(60.0, "frame:by=rows"), (90, "drain")])
  func rowsOfTheBestPaceAreProposedIfAboutAsGood(wait: Double, named: String) {
    let report = report(
      [felt("frame", busiest: 0.3), felt("frame:by=rows", wait: wait), felt("drain", wait: 50)],
      rowChanging: ["frame:by=rows", "drain"])
    #expect(ranked(report, 1) == ["drain", "frame:by=rows"])
    #expect(
      bottomLine(report).last?.hasPrefix(
        "Changing rows with \(named) instead of reloading with frame ") == true)
  }

  /// The intervals of b overlap with those of a, but a rank test tells the strategies apart.
  @Test func strategiesThatAreAboutAsFastAreNamed() {
    func mean(_ strategy: String, _ latency: Double) -> [Trial] {
      trials(strategy, ["latency_mean_ms": latency], count: 6)
    }
    #expect(
      ofUart(mean("a", 2), mean("b", 2.08), mean("c", 2.3))[0]
        .hasSuffix("on average; b is within 10 % of it."))
  }

  /// The same run is simulated with other costs. Its conclusion follows the first one.
  @Test func bottomLineCoversOtherCosts() {
    func at(_ waits: [Double]) -> RunReport {
      let (names, rows) = (["a", "b", "row"], Set(["row"]))
      return report(zip(names, waits).map { felt($0, wait: $1) }, rowChanging: rows)
    }
    var found = at([50, 90, 50])
    found.compare(with: at([150, 120, 60]), "at 15 ms", "With reloads of 15 ms")
    #expect(
      bottomLine(found) == [
        "a stays within every limit on uart, using 10 % of main-thread time; b does, too, but less "
          + "well.",
        "With reloads of 15 ms, no strategy stays within every limit on uart: at best, longest wait "
          + "120 ms. b does that, and stays within the other limits, using 10 % of main-thread time.",
        "row stays within every limit on uart, using 10 % of main-thread time.",
        "Changing rows with row instead of reloading with a makes no difference that a person "
          + "notices. Its updates must name the changed rows, as ChangedIDs does.",
        "With reloads of 15 ms, changing rows with row instead of reloading with b changes what a "
          + "person notices: longest wait 60 ms instead of 120 ms.",
      ])
    #expect(found.elsewhere.map(\.title) == ["at 15 ms"])
    #expect(
      found.elsewhere.first?.standings.mapValues { ($0.use.share * 10).rounded() }
        == ["a": 13, "b": 2, "row": 6])
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
      #expect(report.workloads[0].sentences.last == sentence)
    }
    #expect(
      try !range(["1ms", "2ms"], [("uart", [1, 2])]).workloads[0].sentences
        .contains { $0.contains("values of") }, "Two make no curve.")
  }

  /// A policy that does not ask to hear of an update cannot count it.
  @Test func parametersThatMakeNoDifferenceAreNamed() throws {
    func said(_ uart: [Double?]) throws -> [String] {
      bottomLine(try range(["1ms", "2ms", "3ms"], [("uart", uart), ("steady", [1, 1, 1])]))
        .filter { $0.contains("no difference") }
    }
    #expect(
      try said([2, 2, 3]) == [
        "throttle:interval=1ms and throttle:interval=2ms have the same figures: these parameters "
          + "make no difference here."
      ])
    #expect(try said([2, 4, 3]).isEmpty, "On one of the workloads they differ.")
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
      families.flatMap { $0.sentences(over: []) }
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
