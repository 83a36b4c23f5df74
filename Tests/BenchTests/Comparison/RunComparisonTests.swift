@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

/// Runs with the figures that a test gives them, in a folder of its own.
private struct Runs {
  static let metric = "cpu_main_per_delivery_us"
  /// Ten trials, a few per cent apart, and ten of the same kind.
  static let steady = [100.0, 101, 99, 102, 98, 100.5, 99.5, 101.5, 98.5, 100.2]
  static let alike = [99.1, 100.1, 101.2, 98.2, 101.9, 99.9, 100.4, 98.9, 101.1, 99.4]

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func run(
    _ name: String, _ values: [Double], metric: String = metric, time: TimeMode = .real,
    _ change: (inout SavedRunFixture) -> Void = { _ in },
    header: (inout RunHeader) -> Void = { _ in }
  ) throws -> SavedRun {
    var fixture = SavedRunFixture(time: time)
    fixture.add(metric, values)
    change(&fixture)
    return try fixture.saved(name, in: folder, header)
  }

  func figure(
    _ old: [Double], _ new: [Double], metric: String = metric, smallest: Double = 0.05,
    _ change: (inout SavedRunFixture) -> Void = { _ in }
  ) throws -> ComparedFigure {
    let comparison = try RunComparison(
      [run("old", old, metric: metric), run("new", new, metric: metric, change)],
      metrics: try [Metric].chosen(metric), smallestChange: smallest)
    return try #require(comparison.figures.first)
  }
}

/// What figures of two runs are called.
struct ComparedFigureTests {
  private let runs: Runs
  private let metric = Runs.metric
  private let steady = Runs.steady
  private let alike = Runs.alike

  init() throws { runs = try Runs() }

  private static let few = [100.0, 101, 99]
  private static let zeros = Array(repeating: 0.0, count: 8)
  /// Trials far apart.
  private static let wide = Runs.steady.indices.map { pow(2, Double($0)) * 100 }

  @Test(
    arguments: [
      (Runs.steady, Runs.steady.times(1.2), Runs.metric, .worse),
      (Runs.steady, Runs.steady.times(1 / 1.2), Runs.metric, .better),
      (Runs.steady, Runs.steady.times(1.2), "heartbeat_share", .better),
      (Runs.steady, Runs.steady.times(1.2), "coalescing_ratio", .changed),
      (Runs.steady, Runs.alike, Runs.metric, .noise),
      // No trial of one run belongs to one of the other.
      (Runs.steady, Runs.steady.reversed(), Runs.metric, .same),
      (wide, wide.times(1.05), Runs.metric, .noise),
      (few, few.times(3), Runs.metric, .few),
      (few + [100.5], (few + [100.5]).times(3), Runs.metric, .worse),
      // Two numbers of trials: all of them count.
      (Array(Runs.steady.prefix(6)), Runs.steady.times(1.5), Runs.metric, .worse),
      (zeros, Runs.steady, Runs.metric, .worse), (zeros, zeros, Runs.metric, .same),
      // Once in eight trials may be chance.
      (zeros, [0, 0, 0, 3, 0, 0, 0, 0], Runs.metric, .noise),
      // One of forty places of the one among the others: p is 5 %, which is not below it.
      ((1...39).map(Double.init), [40], Runs.metric, .noise),
    ] as [([Double], [Double], String, ComparedFigure.Verdict)])
  func changeIsToldFromNoise(
    old: [Double], new: [Double], metric: String, verdict: ComparedFigure.Verdict
  ) throws {
    #expect(try runs.figure(old, new, metric: metric).verdict == verdict)
  }

  @Test func changeHasASizeAnIntervalAndAProbability() throws {
    let figure = try runs.figure(steady, steady.map { $0 * 1.2 })
    #expect(abs((figure.ratio ?? 0) - 1.2) < 0.01)
    #expect((figure.low ?? 0) <= 1.2 && (figure.high ?? 0) >= 1.2 - 1e-9)
    // Of all 184 756 ways to choose ten of twenty, two are as extreme.
    #expect(figure.p.map { ($0 * 184_756).rounded() } == 2)
    #expect(figure.shift == nil && figure.trials == 10)
    let shifted = try runs.figure([0, 1, 2, 3], [10, 11, 12, 13])
    #expect(shifted.ratio == nil && shifted.low == nil && shifted.shift == 10)
    let few = try runs.figure(Self.few, Self.few.map { $0 * 3 })
    #expect(few.low == nil && few.p == nil && abs((few.ratio ?? 0) - 3) < 1e-9)
  }

  @Test(arguments: [Outcome.crashed, .hung, .overMemory])
  func whatWasCutShortIsWorseThanAnyFigure(outcome: Outcome) throws {
    for metric in [metric, "heartbeat_share"] {
      let figure = try runs.figure(steady, [], metric: metric) { fixture in
        fixture.add("deliveries", Array(repeating: 100, count: 8), outcome: outcome)
        fixture.add(metric, steady.suffix(2).map { $0 / 2 }, after: 8)
      }
      #expect(figure.verdict == .worse && figure.newTrials == 10 && figure.newLost == 8)
      #expect(figure.loss == "new: 8 \(outcome.rawValue)")
    }
    let all = try runs.figure(steady, []) { $0.add("deliveries", steady, outcome: outcome) }
    #expect(all.verdict == .worse && all.new == nil && all.ratio == nil)
  }

  @Test func missingTrialsAreSaid() throws {
    let old = try runs.run("old", steady) { $0.trials = 10 }
    let new = try runs.run("new", steady.dropLast(4)) {
      $0.trials = 10
      $0.add("latency_max_ms", [1])
      $0.add(metric, [1], strategy: "throttle", outcome: .crashed)
    }
    let figure = try #require(
      try RunComparison([old, new], metrics: [Metric].chosen(metric)).figures.first)
    #expect(figure.loss == "new: 4 missing" && figure.oldLost == 0 && figure.newLost == 4)
  }

  @Test func whatCannotTellSaysHowManyTrialsItTakes() throws {
    let (old, new) = (Array(steady.prefix(6)), Array(alike.prefix(6)))
    let small = try runs.figure(old, new, smallest: 0.005)
    #expect(small.verdict == .noise)
    #expect(small.trialsNeeded.map { (50...300).contains($0) } == true, "\(small)")
    // It has none of 10 %, and here it is sure.
    #expect(try runs.figure(old, new, smallest: 0.1).trialsNeeded == nil)
    #expect(try runs.figure(old, old.map { $0 * 1.3 }, smallest: 0.005).trialsNeeded == nil)
    // An interval that reaches the smallest change does not rule it out.
    for (smallest, needed) in [(0.05, 6), (0.0501, nil)] {
      let figure = try runs.figure([1, 1, 1, 1], [1, 1, 1.05, 1.05], smallest: smallest)
      #expect(figure.trialsNeeded == needed)
    }
  }

  @Test func oneOfManyFiguresIsMarkedAsPerhapsByChance() throws {
    func many(_ factor: Double) -> (inout SavedRunFixture) -> Void {
      { fixture in
        for number in 0..<30 {
          fixture.add(metric, Array(steady.shuffledBy(number)), strategy: "s\(number)")
        }
        fixture.add(metric, steady.prefix(5).map { $0 * factor })
      }
    }
    let five = Array(steady.prefix(5))
    let comparison = try RunComparison([
      runs.run("old", five, many(1)), runs.run("new", five, many(1.3)),
    ])
    let worst = try #require(comparison.figures.first)
    #expect(worst.strategy == "naive" && worst.verdict == .perhapsWorse)
    // Noether's formula with SciPy's quantiles, for 30 % at a level of 5 % / 31.
    #expect(worst.trialsNeeded == 11)
    // By Holm: as often as there are figures.
    #expect(worst.adjustedP == worst.p.map { min(1, 31 * $0) })
  }

  @Test func meanOverCellsSeesWhatEveryCellShowsAndNoGaps() throws {
    func cells(_ factor: Double, _ few: Int = 10) -> (inout SavedRunFixture) -> Void {
      { fixture in
        // A trial less in a cell a hundred times as dear must not move the mean.
        fixture.add(metric, alike.prefix(few).map { $0 * 100 * factor }, strategy: "dear")
        fixture.add(metric, steady.map { $0 - 100 }, strategy: "zero")
      }
    }
    for (factor, few, verdict) in [(1.1, 10, ComparedFigure.Verdict.worse), (1, 8, .noise)] {
      let mean = try #require(
        try RunComparison([
          runs.run("old", steady, cells(1)),
          runs.run("new", alike.map { $0 * factor }, cells(factor, few)),
        ]).means.first)
      #expect(mean.cells == 2 && mean.strategy.isEmpty && mean.verdict == verdict)
      #expect(abs((mean.ratio ?? 0) - factor) < 0.02 && mean.oldTrials == 10)
    }
  }

  @Test func inVirtualTimeEveryDifferenceIsOneAndNothingElse() throws {
    let sides = try [("old", 100), ("same", 100), ("more", 100.001)].map {
      try runs.run($0, [$1], metric: "latency_p50_ms", time: .virtual)
    }
    let figures = try RunComparison(sides).figures
    #expect(figures.map(\.verdict) == [.same, .worse])
    #expect(figures.allSatisfy { $0.p == nil && $0.low == nil && $0.trialsNeeded == nil })
  }
}

/// What is compared with what, and said of it.
struct RunComparisonTests {
  private let runs: Runs
  private let metric = Runs.metric
  private let steady = Runs.steady

  init() throws { runs = try Runs() }

  private func virtual(_ name: String, _ cells: [(String, String, Double)]) throws -> SavedRun {
    var fixture = SavedRunFixture(time: .virtual)
    for (strategy, workload, value) in cells {
      fixture.add(metric, [value], strategy: strategy, workload: workload)
    }
    return try fixture.saved(name, in: runs.folder)
  }

  @Test func worstThatAnyRunSaysComesFirst() throws {
    let (naive, other, equal) = (("naive", "uart"), ("other", "uart"), ("a", "chat"))
    func run(_ name: String, _ values: [Double]) throws -> SavedRun {
      try virtual(name, zip([naive, other, equal], values).map { ($0.0, $0.1, $1) })
    }
    let comparison = try RunComparison(
      [run("old", [100, 100, 1]), run("one", [110, 130, 1]), run("two", [110, 50, 1])],
      metrics: [Metric].chosen(metric))
    #expect(comparison.old == "old" && comparison.new == ["one", "two"])
    #expect(comparison.figures.map(\.strategy) == ["other", "other", "naive", "naive", "a", "a"])
    #expect(
      comparison.rows(metric).map { $0.map(\.?.verdict) }
        == [[.worse, .better], [.worse, .worse], [.same, .same]])
  }

  @Test func cellThatARunHasNotIsEmptyInItsRow() throws {
    let comparison = try RunComparison(
      [
        virtual("one", [("naive", "uart", 1), ("frame", "uart", 2)]),
        virtual("two", [("naive", "uart", 1)]),
        virtual("three", [("naive", "uart", 1), ("frame", "uart", 3)]),
      ], metrics: [Metric].chosen(metric))
    #expect(
      comparison.rows(metric).map { $0.map { $0?.run } } == [[nil, "three"], ["two", "three"]])
  }

  @Test func firstStrategyIsThatOfTheFirstRunAndTheOthersOfTheLast() throws {
    let all = try [1.0, 2, 3].map { factor in
      try virtual(
        "run\(factor)",
        [("naive", 100), ("frame", 10), ("throttle", 1)].map { ($0, "uart", $1 * factor) })
    }
    let metrics = try [Metric].chosen(metric)
    let comparison = try RunComparison(["naive", "frame", "throttle"], of: all, metrics: metrics)
    #expect(comparison.old == "naive" && comparison.new == ["frame", "throttle"])
    #expect(comparison.figures.map(\.old) == [100, 100])
    #expect(comparison.figures.map(\.new) == [30, 3])
    let one = try RunComparison(["throttle", "frame"], of: [all[0]], metrics: metrics)
    #expect(one.figures.map(\.old) == [1] && one.figures.map(\.new) == [10])
  }

  @Test func whatOnlyOneRunHasIsNamed() throws {
    let comparison = try RunComparison(
      [
        runs.run("old", steady) {
          $0.add(metric, [1], workload: "tried")
          $0.add(metric, [1], workload: "nowhere", outcome: .void)
          $0.add(metric, [1], strategy: "throttle", outcome: .crashed)
          $0.add(metric, [1], workload: "bad", outcome: .hung)
        },
        runs.run("new", steady) {
          $0.add(metric, [1], workload: "tried", outcome: .void)
          $0.add(metric, [1], workload: "nowhere", outcome: .void)
          $0.add(metric, [1], strategy: "throttle")
          $0.add(metric, [1], workload: "bad", outcome: .hung)
          $0.add("latency_max_ms", [1, 2])
        },
      ], metrics: [Metric].chosen("\(metric),latency_max_ms,deliveries"))
    #expect(
      comparison.gaps == [
        "Only old has naive on tried.", "Only new has figures of latency_max_ms.",
        "throttle on uart: in old 1 crashed, in new all did.",
        "No run has figures of deliveries.",
      ])
    #expect(comparison.figures.allSatisfy { $0.workload != "tried" && $0.workload != "nowhere" })
  }

  @Test func whatFiguresComeToIsSaidInWords() throws {
    func sentence(_ old: [Double], _ new: [Double]) throws -> String {
      try RunComparison(
        [runs.run("old", old), runs.run("new", new)], metrics: [Metric].chosen(metric)
      ).sentences[0]
    }
    #expect(
      try sentence(steady, steady.map { $0 * 1.2 })
        == "new against old: 1 worse. Worst: naive on uart, \(metric) +20.0 %.")
    #expect(try sentence(steady, steady.map { $0 / 2 }) == "new against old: 1 better.")
    #expect(try sentence(steady, steady) == "new against old: 1 the same.")
    let few = try sentence([1, 2, 3], [2, 3, 4])
    #expect(few.hasPrefix("new against old: 1 with too few trials. To be sure, of a change of 5 %"))
  }

  private func refusal(
    _ old: SavedRun, _ change: (inout SavedRunFixture) -> Void = { _ in },
    header: (inout RunHeader) -> Void = { _ in }
  ) throws -> String {
    let new = try runs.run("new", steady, change, header: header)
    let error = #expect(throws: BenchError.self) { try RunComparison([old, new]) }
    #expect(error?.isUsage == true)
    return error?.description ?? ""
  }

  @Test func otherWorkIsRefusedByName() throws {
    let old = try runs.run("old", steady)
    #expect(
      try refusal(old) { $0.costs = CostModel(reload: .milliseconds(3)) }
        .contains("old and new differ in the view's reloadNanoseconds (2000000 and 3000000)"))
    #expect(try refusal(old, header: { $0.seed = 7 }).contains("seed (1 and 7)"))
    #expect(
      try refusal(old, header: { $0.time = .virtual }).contains("time (real and virtual)"))
    #expect(try refusal(old, header: { $0.trace = "abc" }).contains("trace (none and abc)"))
    #expect(
      try refusal(
        old, header: { $0.window = TrialWindow(startNanoseconds: 0, endNanoseconds: 5) }
      ).contains("window.endNanoseconds (none and 5)"))
    #expect(
      try refusal(old) {
        $0 = SavedRunFixture()
        $0.add(metric, steady, updates: 200)
      }.contains("updates of uart (100 and 200)"))
    #expect(
      try refusal(old) {
        $0 = SavedRunFixture()
        $0.add(metric, steady, strategy: "throttle")
      }.contains("no strategy on a workload in common"))
    let virtual = try virtual("usual", [("naive", "uart", 1)])
    let cheap: (inout SavedRunFixture) -> Void = {
      $0 = SavedRunFixture(time: .virtual)
      $0.add(metric, [1])
    }
    #expect(
      try refusal(virtual, cheap, header: { $0.hopNanoseconds = 7 })
        .contains("cost of waking a queue, ns (50000 and 7)"))
  }

  @Test func optionsThatMakeNoOtherWorkMayDiffer() throws {
    let other = try runs.run("new", steady, { $0.trials = 9 }) {
      ($0.strategies, $0.workloads) = (["naive"], ["uart", "chat"])
      ($0.pin, $0.countsAllocations, $0.recordsEvents) = (true, true, true)
    }
    #expect(throws: Never.self) { try RunComparison([runs.run("old", steady), other]) }
  }

  @Test func otherMachineIsWarnedOf() throws {
    func run(_ name: String, time: TimeMode = .real) throws -> SavedRun {
      try runs.run(
        name, [1], time: time,
        header: {
          ($0.system, $0.processor, $0.governor, $0.toolchain) = (name, name, name, name)
          ($0.cores, $0.memoryMiB) = (name.count, name.count)
          ($0.pin, $0.isOptimised, $0.isDirty) = (name == "other", name != "other", name == "other")
          $0.work = ReloadWork(roundsPerNanosecond: name == "other" ? 1.02 : 1)
        })
    }
    #expect(
      try RunComparison([run("one"), run("other")]).warnings == [
        "other was built without optimisation.",
        "other had uncommitted changes: its commit does not say what ran.",
        "one and other differ in system, processor, number of cores, memory, governor, toolchain, "
          + "optimisation, pinning, which may be all that their figures show.",
        "By its own calibration, the view of other does +2.0 % work against one's. On one machine, "
          + "make it again with '\(ProgramName.text) run --calibration' and one.",
      ])
    // There no machine shows.
    #expect(
      try RunComparison([run("one", time: .virtual), run("other", time: .virtual)]).warnings == [])
  }

  @Test(
    arguments: [
      (["r/a", "r/b"], ["a", "b"]),
      (["2026-11-22T10-run", "2026-11-23T10-run"], ["22T10", "23T10"]),
      (["x/old/run", "x/new/run"], ["old", "new"]), (["r/a", "r/a"], ["a (1)", "a (2)"]),
      // Sixteen characters, and one more.
      (["a-run-of-sixteen", "a-run-of-sixtee2"], ["a-run-of-sixteen", "a-run-of-sixtee2"]),
      (["a-run-of-eighteen", "a-run-of-eightee2"], ["eighteen", "eightee2"]),
      // Neither may lose all its words, or one of them to both ends.
      (["a-run-of-eighteen", "a-run-of-eighteen-2"], ["eighteen", "eighteen-2"]),
      (["a-b-b-c-of-many-words", "a-b-c-of-many-words"], ["b-c", "c"]),
    ])
  func labelsAreAsShortAsTellsThemApart(paths: [String], labels: [String]) {
    #expect(RunLabels.short(of: paths.map { URL(fileURLWithPath: $0) }) == labels)
  }
}

extension [Double] {
  fileprivate func times(_ factor: Double) -> [Double] { map { $0 * factor } }

  /// Another order for each number.
  fileprivate func shuffledBy(_ number: Int) -> [Double] {
    indices.map { self[($0 * 3 + number) % count] }
  }
}
