import Foundation
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

struct RunComparisonTests {
  private static let cpu = "cpu_main_per_update_us"
  /// Ten trials a few percent apart, and ten more from the same distribution.
  private static let steady = [100.0, 101, 99, 102, 98, 100.5, 99.5, 101.5, 98.5, 100.2]
  private static let alike = [99.1, 100.1, 101.2, 98.2, 101.9, 99.9, 100.4, 98.9, 101.1, 99.4]
  private static let wide = steady.indices.map { pow(2, Double($0)) * 100 }
  private static let zeros = Array(repeating: 0.0, count: 8)

  private let metric = RunComparisonTests.cpu
  private let steady = RunComparisonTests.steady

  private func run(
    _ name: String, _ values: [Double], metric: String = cpu, time: TimeMode = .real,
    _ change: (inout SavedRunFixture) -> Void = { _ in },
    header: (inout RunHeader) -> Void = { _ in }
  ) -> SavedRun {
    var fixture = SavedRunFixture(time: time)
    fixture.add(metric, values)
    change(&fixture)
    return fixture.saved(name, header)
  }

  private func figure(
    _ old: [Double], _ new: [Double], metric: String = cpu, smallest: Double = 0.05,
    _ change: (inout SavedRunFixture) -> Void = { _ in }
  ) throws -> ComparedFigure {
    let comparison = try RunComparison(
      [run("old", old, metric: metric), run("new", new, metric: metric, change)],
      metrics: try [Metric].chosen(metric), smallestChange: smallest)
    return try #require(comparison.figures.first)
  }

  @Test(
    arguments: [
      (steady, steady.times(1.2), cpu, .worse), (steady, steady.times(1 / 1.2), cpu, .better),
      (steady, steady.times(1.2), "heartbeat_share", .better),
      // A significant change that is too small to matter.
      (steady, steady.times(1.04), cpu, .noChangeFound), (steady, steady.times(1.03), cpu, .same),
      (steady, alike, cpu, .same), (wide, wide.times(1.05), cpu, .noChangeFound),
      (wide, wide.reversed(), cpu, .same),
      ([100, 101, 99], [300, 303, 297], cpu, .tooFew), (zeros, zeros, cpu, .same),
      (Array(steady.prefix(6)), steady.times(1.5), cpu, .worse),
      (zeros, steady, cpu, .worse), (zeros, [0, 0, 0, 3, 0, 0, 0, 0], cpu, .noChangeFound),
      ((1...39).map(Double.init), [40], cpu, .tooFew), (steady, [], cpu, .missing),
    ] as [([Double], [Double], String, ComparedFigure.Verdict)])
  func verdictTellsChangesFromNoise(
    old: [Double], new: [Double], metric: String, verdict: ComparedFigure.Verdict
  ) throws {
    let figure = try figure(old, new, metric: metric) { $0.add("deliveries", [100]) }
    #expect(figure.verdict == verdict, "\(figure)")
  }

  @Test func changesBelowTheThresholdAreNotCalledWorse() throws {
    let slower = steady.times(1.08)
    #expect(try figure(steady, slower).verdict == .worse)
    #expect(try figure(steady, slower, smallest: 0.085).verdict == .noChangeFound)
    #expect(try figure(steady, slower, smallest: 0.2).verdict == .same)
  }

  /// One workload takes a hundred times as long as the others.
  @Test func changesAreFoundOverAllWorkloadsAndOnEach() throws {
    func run(_ name: String, _ factor: Double) -> SavedRun {
      self.run(name, Array(steady.prefix(6)).times(factor)) { fixture in
        for (place, workload) in ["chat", "feed", "sync"].enumerated() {
          let values = steady.suffix(6).map { $0 * factor * pow(100, Double(place - 1)) }
          fixture.add(metric, values, workload: workload)
          fixture.add(metric, values.times(1 / factor), strategy: "other", workload: workload)
        }
      }
    }
    let comparison = try RunComparison([run("old", 1), run("new", 1.2)])
    let figure = try #require(comparison.figures.first { $0.isWhole })
    #expect(figure.strategy == "naive" && figure.workloads.count == 4 && figure.verdict == .worse)
    #expect(abs((figure.ratio ?? 0) - 1.2) < 1e-9 && figure.old == nil)
    #expect(figure.p == 2.0 / 924)
    #expect(figure.oldTrials == 24 && figure.newTrials == 24)
    let parts = comparison.figures.filter { !$0.isWhole && $0.strategy == "naive" }
    #expect(parts.map(\.workloads).joined().sorted() == ["chat", "feed", "sync", "uart"])
    #expect(parts.allSatisfy { $0.verdict == .worse && $0.ratio != nil })
    #expect(comparison.sentences[0].hasPrefix("new against old: 1 worse, 1 same. The worst is "))
    #expect(comparison.sentences[0].hasSuffix("(+20.0 %)."))
  }

  /// Six trials of one strategy on one of five workloads take twice as long; the pooled ratio is near 1.
  @Test func changeOnOneWorkloadIsNamed() throws {
    var generator = SeededGenerator(seed: 3)
    let runs = ["old", "new"].map { name in
      var fixture = SavedRunFixture()
      for strategy in ["naive", "other", "third", "fourth"] {
        for workload in ["chat", "feed", "sync", "tick", "uart"] {
          let isSlow = name == "new" && strategy == "third" && workload == "sync"
          let values = (0..<6).map { _ in
            (isSlow ? 2 : 1) * (100 + 20 * (generator.nextUnit() - 0.5))
          }
          fixture.add(metric, values, strategy: strategy, workload: workload)
        }
      }
      return fixture.saved(name)
    }
    let comparison = try RunComparison(runs)
    let named = comparison.figures.filter { !$0.isWhole && $0.verdict != nil }
    #expect(named.map(\.strategy) == ["third"] && named.map(\.workloads) == [["sync"]])
    #expect(named.map(\.verdict) == [.worse])
    #expect(comparison.sentences[0].contains("The worst is "))
    #expect(comparison.sentences[0].contains(" of third on sync (+"))
  }

  /// All trials of the second run come from a slower minute, which all strategies share.
  @Test func changeOfAllStrategiesIsFoundAsOneOfEach() throws {
    let runs = [("old", 1.0), ("new", 1.3)].map { name, factor in
      var fixture = SavedRunFixture()
      for (place, strategy) in ["naive", "other", "third", "fourth"].enumerated() {
        let values = (0..<8).map { steady[($0 + 3 * place) % 10] * factor }
        fixture.add(metric, values, strategy: strategy)
      }
      return fixture.saved(name)
    }
    let figures = try RunComparison(runs).figures
    #expect(figures.filter(\.isWhole).allSatisfy { $0.verdict == .worse })
    // None of them changed more than the others.
    #expect(figures.filter { !$0.isWhole }.allSatisfy { $0.verdict == nil })
  }

  @Test func strategiesOfOneRunArePairedByTrial() throws {
    let drift = [1.0, 2, 4, 8, 16, 32, 64, 128, 256]
    let both = run("run", drift) { $0.add(metric, drift.times(1.1), strategy: "other") }
    let comparison = try RunComparison([both], strategies: ["naive", "other"])
    let figure = try #require(comparison.figures.first)
    #expect(figure.verdict == .worse && figure.p == 2.0 / 512)
    let few = run("run", Array(drift.prefix(8))) {
      $0.add(metric, drift.prefix(8).map { $0 * 1.1 }, strategy: "other")
    }
    let unsure = try RunComparison([few], strategies: ["naive", "other"])
    #expect(unsure.figures.first?.verdict == .tooFew)
    #expect(unsure.warnings == ["Too few trials to find a change: each run needs at least 9."])
  }

  /// The strategy shows only half of its updates, but sooner.
  @Test(arguments: [TimeMode.real, .virtual])
  func strategyThatLosesUpdatesHasNoBetterLatency(time: TimeMode) throws {
    let latency = "latency_mean_ms"
    let runs = [("old", 1.0, Outcome.ok), ("new", 0.01, .lost)].map { name, factor, outcome in
      var fixture = SavedRunFixture(time: time)
      fixture.add(latency, steady.times(factor), outcome: outcome)
      return fixture.saved(name)
    }
    let comparison = try RunComparison(runs, metrics: [Metric].chosen(latency))
    #expect(comparison.figures.first?.verdict == .worse)
    #expect(comparison.figures.first?.ratio == nil)
  }

  @Test(arguments: [Outcome.crashed, .hung, .overMemory])
  func trialCutShortRanksWorstAndCountsAsFailure(outcome: Outcome) throws {
    for metric in [metric, "heartbeat_share"] {
      let figure = try figure(steady, [], metric: metric) { fixture in
        fixture.add("deliveries", Array(repeating: 100, count: 8), outcome: outcome)
        fixture.add(metric, steady.suffix(2).map { $0 / 2 }, after: 8)
      }
      #expect(figure.verdict == .worse && figure.newTrials == 10)
    }
    let comparison = try RunComparison([
      run("old", steady),
      run("new", []) { $0.add("deliveries", steady, outcome: outcome) },
    ])
    #expect(comparison.figures.first?.verdict == .worse)
    #expect(comparison.failures.map(\.new) == ["10 \(outcome.rawValue)"])
    _ = try JSONEncoder().encode(comparison)
  }

  @Test func lostAndDisorderedUpdatesAreFailuresInEitherRun() throws {
    let runs = ["old", "new"].map { name in
      run(name, [1]) {
        let isLost = name == "new"
        $0.add("lost_updates", [isLost ? 3 : 0], workload: "chat", outcome: isLost ? .lost : .ok)
        $0.add("out_of_order_updates", [2, 1], workload: "feed")
      }
    }
    let comparison = try RunComparison(runs)
    let failures = comparison.failures
    #expect(failures.map(\.workload) == ["chat", "feed"])
    #expect(failures.map(\.old) == [nil, "3 updates out of order"])
    #expect(failures.map(\.new) == ["1 lost", "3 updates out of order"])
    #expect(comparison.sentences[0].hasSuffix("; combinations that fail: 2."))
  }

  @Test func virtualTimeDifferencesBeyondRoundingAreChanges() throws {
    let sides = [("old", 100), ("same", 100.000001), ("more", 100.001), ("less", 50)].map {
      name, value in
      run(name, [value], metric: "latency_p50_ms", time: .virtual) {
        $0.add("latency_p50_ms", [name == "more" ? 3 : 4], workload: "chat")
        $0.add("coalescing_ratio", [value])
      }
    }
    let comparison = try RunComparison(sides)
    let figures = comparison.figures.filter(\.isWhole)
    #expect(figures.map(\.verdict) == [.same, .worse, .better])
    #expect(figures.map(\.workloads) == [["uart", "chat"], ["uart"], ["uart"]])
    #expect(figures.allSatisfy { $0.p == nil && $0.low == nil })
    #expect(comparison.warnings == [])
  }

  @Test func worstFigureComesFirstWithinEachRun() throws {
    func run(_ name: String, _ values: [Double]) -> SavedRun {
      var fixture = SavedRunFixture(time: .virtual)
      for (strategy, value) in zip(["naive", "other", "third"], values) {
        fixture.add("latency_p50_ms", [value], strategy: strategy)
      }
      return fixture.saved(name)
    }
    let runs = [
      run("old", [100, 100, 1]), run("one", [110, 130, 1]), run("two", [110, 50, 1]),
    ]
    let figures = try RunComparison(runs).figures.filter(\.isWhole)
    #expect(figures.map(\.run) == ["one", "one", "one", "two", "two", "two"])
    #expect(figures.map(\.strategy) == ["other", "naive", "third", "naive", "other", "third"])
    // The first strategy is taken from the first run, the others from the last.
    let strategies = try RunComparison(runs, strategies: ["naive", "other", "third"]).figures
    #expect(strategies.filter(\.isWhole).map(\.run) == ["other", "third"])
    #expect(strategies.filter(\.isWhole).map(\.ratio) == [0.5, 0.01])
    #expect(throws: BenchError.self) { try RunComparison(runs, strategies: ["naive"]) }
    #expect(throws: BenchError.self) {
      try RunComparison(runs, metrics: [Metric].chosen("coalescing_ratio"))
    }
  }

  @Test func metricsAndCombinationsMissingFromARunAreNamed() throws {
    let comparison = try RunComparison(
      [
        run("old", steady) {
          $0.add(metric, [1], workload: "tried")
          $0.add(metric, [1], workload: "nowhere", outcome: .void)
        },
        run("new", steady) {
          $0.add(metric, [1], workload: "tried", outcome: .void)
          $0.add(metric, [1], workload: "nowhere", outcome: .void)
        },
      ], metrics: [Metric].chosen("\(metric),deliveries"))
    #expect(
      comparison.gaps == ["Only old has naive on tried.", "No run has figures for deliveries."])
    #expect(comparison.figures.allSatisfy { $0.workloads == ["uart"] })
  }

  /// The figures reported as worse between two runs of the default suite's size, with noise of `drift` between blocks
  /// and 5 % between trials; in the second run, `slow` strategies use 10 % more main-thread time.
  private func changed(
    _ seed: UInt64, slow: Int, drift: Double = 0.1
  ) throws -> [ComparedFigure] {
    var generator = SeededGenerator(seed: seed)
    func normal() -> Double { NormalDistribution.quantile(generator.nextUnit() * 0.999 + 5e-4) }
    let runs = ["old", "new"].map { name in
      var fixture = SavedRunFixture()
      let blocks = (1...6).map { _ in drift * normal() }
      for strategy in 0..<9 {
        for (place, workload) in ["chat", "feed", "sync", "tick", "uart"].enumerated() {
          for metric in [metric, "latency_mean_ms"] {
            let factor = name == "new" && strategy < slow && metric == self.metric ? 1.1 : 1
            let values = blocks.map { block in
              exp(block + 0.05 * normal() + Double(place)) * factor
            }
            fixture.add(metric, values, strategy: "s\(strategy)", workload: workload)
          }
        }
      }
      return fixture.saved("\(name)\(seed)")
    }
    return try RunComparison(runs).figures.filter { [.worse, .better].contains($0.verdict) }
  }

  @Test func onlyTheTenPercentSlowdownIsFound() throws {
    let found = try (1...6).map { try changed($0, slow: 1) }
    #expect(found.joined().allSatisfy { $0.strategy == "s0" && $0.metric.name == metric })
    #expect(found.count { !$0.isEmpty } >= 5, "\(found.map(\.count))")
  }

  /// Seven of nine strategies got slower, so the other two look faster in comparison, but are not.
  @Test func unchangedStrategyIsNotBetterBecauseMostGotSlower() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let found = try changed(seed, slow: 7, drift: 0.01)
      #expect(found.allSatisfy { $0.verdict == .worse && $0.metric.name == metric }, "\(found)")
    }
  }

  @Test func figureOfOneTrialIsTooFewBesideOthersOfMany() throws {
    let runs = [("old", 1.0), ("new", 2.0)].map { name, factor in
      run(name, steady) { $0.add("allocations_per_update", [factor], pass: .allocations) }
    }
    let comparison = try RunComparison(
      runs, metrics: [Metric].chosen("\(metric),allocations_per_update"))
    let verdicts = Dictionary(
      comparison.figures.filter(\.isWhole).map { ($0.metric.name, $0.verdict) },
      uniquingKeysWith: { first, _ in first })
    #expect(verdicts["allocations_per_update"] == .tooFew && verdicts[metric] == .same)
  }

  private func refusal(
    _ old: SavedRun, _ change: (inout SavedRunFixture) -> Void = { _ in },
    header: (inout RunHeader) -> Void = { _ in }
  ) throws -> String {
    let new = run("new", steady, change, header: header)
    let error = #expect(throws: BenchError.self) { try RunComparison([old, new]) }
    #expect(error?.isUsage == true)
    return error?.description ?? ""
  }

  @Test func runsOfDifferentWorkAreNotCompared() throws {
    let old = run("old", steady)
    #expect(
      try refusal(old, header: { $0.time = .virtual }).contains("time (real and virtual)"))
    #expect(try refusal(old, header: { $0.trace = "abc" }).contains("trace (none and abc)"))
    #expect(
      try refusal(old) {
        $0 = SavedRunFixture()
        $0.add(metric, steady, updates: 200)
      }.contains("updates of uart (100 and 200)"))
    #expect(
      try refusal(old) {
        $0 = SavedRunFixture()
        $0.add(metric, steady, strategy: "throttle")
      }.contains("no combination in common"))
    let virtual = run("usual", [1], time: .virtual)
    let cheap: (inout SavedRunFixture) -> Void = {
      $0 = SavedRunFixture(time: .virtual)
      $0.add(metric, [1])
    }
    #expect(
      try refusal(virtual, cheap, header: { $0.hopNanoseconds = 7 })
        .contains("hopNanoseconds (200000 and 7)"))
  }

  @Test func optionsThatDoNotAffectWorkMayDiffer() throws {
    let other = run("new", steady, { $0.trials = 9 }) {
      ($0.strategies, $0.workloads) = (["naive"], ["uart", "chat"])
      ($0.pin, $0.countsAllocations, $0.recordsEvents) = (true, true, true)
    }
    #expect(throws: Never.self) { try RunComparison([run("old", steady), other]) }
  }

  @Test func runOnAnotherMachineIsReported() throws {
    func run(_ name: String, time: TimeMode = .real) -> SavedRun {
      self.run(
        name, [1], time: time,
        header: {
          ($0.system, $0.processor, $0.governor, $0.toolchain) = (name, name, name, name)
          ($0.cores, $0.memoryMiB) = (name.count, name.count)
          ($0.pin, $0.isOptimised, $0.isDirty) = (name == "other", name != "other", name == "other")
          $0.warnings = name == "other" ? ["Busy."] : nil
          $0.work = ReloadWork(roundsPerNanosecond: name == "other" ? 1.02 : 1)
        })
    }
    #expect(
      try RunComparison([run("one"), run("other")]).warnings == [
        "other was built without optimisation.",
        "other had uncommitted changes, so its commit does not identify the code.",
        "other ran on a busy machine.",
        "one and other differ in system, processor, cores, memoryMiB, governor, toolchain, "
          + "isOptimised, pin, which may explain the differences.",
        "Each run calibrates the work of a reload: other's differs from one's by +2.0 %. If both ran "
          + "on one machine, rerun other with '\(ProgramName.text) run --calibration' and the folder of one.",
        "Too few trials to find a change: each run needs at least 6.",
      ])
    // The machine does not affect virtual time.
    #expect(
      try RunComparison([run("one", time: .virtual), run("other", time: .virtual)]).warnings == [])
  }

  @Test(
    arguments: [
      (["r/a", "r/b"], ["a", "b"]), (["x/old/run", "x/new/run"], ["old", "new"]),
      (["r/a", "r/a"], ["a (1)", "a (2)"]),
    ])
  func runLabelsAreUnique(paths: [String], labels: [String]) {
    #expect(RunComparison.labels(of: paths.map { URL(fileURLWithPath: $0) }) == labels)
  }
}

extension [Double] {
  fileprivate func times(_ factor: Double) -> [Double] { map { $0 * factor } }
}
