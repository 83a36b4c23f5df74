import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct RunComparisonTests {
  private let folder: TemporaryFolder
  private let metric = "cpu_main_per_delivery_us"
  /// Ten trials, a few per cent apart, and ten of the same kind.
  private let steady = [100.0, 101, 99, 102, 98, 100.5, 99.5, 101.5, 98.5, 100.2]
  private let alike = [99.1, 100.1, 101.2, 98.2, 101.9, 99.9, 100.4, 98.9, 101.1, 99.4]

  init() throws { folder = try TemporaryFolder() }

  private func run(
    _ name: String, _ values: [Double], metric: String? = nil, time: TimeMode = .real,
    _ change: (inout SavedRunFixture) -> Void = { _ in }
  ) throws -> SavedRun {
    var fixture = SavedRunFixture(time: time)
    fixture.add(metric ?? self.metric, values)
    change(&fixture)
    return try fixture.saved(name, in: folder)
  }

  private func verdict(
    _ old: [Double], _ new: [Double], metric: String? = nil, smallest: Double = 0.05,
    _ change: (inout SavedRunFixture) -> Void = { _ in }
  ) throws -> ComparedFigure {
    let comparison = try RunComparison(
      [run("old", old, metric: metric), run("new", new, metric: metric, change)],
      metrics: try [Metric].chosen(metric ?? self.metric), smallestChange: smallest)
    return try #require(comparison.figures.first)
  }

  @Test func smallSteadyChangeIsToldFromNoise() throws {
    let figure = try verdict(steady, steady.map { $0 * 1.2 })
    #expect(figure.verdict == .worse)
    #expect(figure.trials == 10)
    #expect(abs((figure.ratio ?? 0) - 1.2) < 0.01)
    #expect((figure.low ?? 0) <= 1.2 && (figure.high ?? 0) >= 1.2 - 1e-9)
    // Of all 184 756 ways to choose ten of twenty, two are as extreme.
    #expect(figure.p.map { ($0 * 184_756).rounded() } == 2)
    #expect(try verdict(steady, steady.map { $0 / 1.2 }).verdict == .better)
  }

  @Test func noiseIsNotTakenForAChange() throws {
    let figure = try verdict(steady, alike)
    #expect(figure.verdict == .noise)
    #expect((figure.low ?? 2) < 1 && (figure.high ?? 0) > 1)
  }

  @Test func moreIsWorseOrBetterAsTheMetricSays() throws {
    let more = steady.map { $0 * 1.2 }
    #expect(try verdict(steady, more, metric: "heartbeat_share").verdict == .better)
    #expect(try verdict(steady, more, metric: "coalescing_ratio").verdict == .changed)
  }

  @Test func fewerThanFourTrialsHaveNoIntervalAndNoVerdict() throws {
    let figure = try verdict([100, 101, 99], [300, 303, 297])
    #expect(figure.verdict == .few)
    #expect(figure.low == nil && figure.high == nil && figure.p == nil)
    #expect(abs((figure.ratio ?? 0) - 3) < 1e-9)
    #expect(try verdict([100, 101, 99, 100.5], [300, 303, 297, 299]).verdict == .worse)
  }

  /// No trial of one run belongs to one of the other.
  @Test func numbersOfTrialsDecideNothing() throws {
    let changed = steady.map { $0 * 1.01 }
    let figures = try [changed, changed.reversed(), changed.shuffledBy(4)].map {
      try verdict(steady, $0)
    }
    #expect(Set(figures.map(\.p)).count == 1 && Set(figures.map(\.ratio)).count == 1)
    #expect(try verdict(steady, steady.reversed()).verdict == .same)
    // Each trial 5 % more than the one of the same number, and the trials far apart.
    let wide = steady.indices.map { pow(2, Double($0)) * 100 }
    #expect(try verdict(wide, wide.map { $0 * 1.05 }).verdict == .noise)
  }

  @Test func allTrialsCountWhereOneRunHasMore() throws {
    // The first six show nothing.
    let more = Array(steady.prefix(6)) + steady.suffix(4).map { $0 * 1.5 }
    let figure = try verdict(Array(steady.prefix(6)), more + more.suffix(4).map { $0 + 1 })
    #expect(figure.oldTrials == 6 && figure.newTrials == 14 && figure.trials == 6)
    #expect(figure.ratio.map { $0 > 1.2 } == true)
  }

  @Test func fromZeroIsWorseWhereMoreIs() throws {
    let zeros = Array(repeating: 0.0, count: 8)
    let worse = try verdict(zeros, steady)
    #expect(worse.verdict == .worse && worse.ratio == nil)
    #expect(worse.shift.map { (99...101).contains($0) } == true)
    #expect((worse.shiftLow ?? 0) >= 98 && (worse.shiftHigh ?? 1_000) <= 102)
    #expect(try verdict(steady, zeros).verdict == .better)
    #expect(try verdict(zeros, [5, 5, 4, 6, 5, 5], metric: "lost_updates").verdict == .worse)
    #expect(try verdict(zeros, steady, metric: "heartbeat_share").verdict == .better)
    #expect(try verdict(zeros, zeros).verdict == .same)
    // Once in eight trials may be chance, and is no reason to forget the others.
    #expect(try verdict(zeros, [0, 0, 0, 3, 0, 0, 0, 0]).verdict == .noise)
  }

  @Test(arguments: [Outcome.crashed, .hung, .overMemory])
  func whatWasCutShortIsWorseThanAnyFigure(outcome: Outcome) throws {
    func crash(_ metric: String) throws -> ComparedFigure {
      try verdict(steady, [], metric: metric) { fixture in
        fixture.add("deliveries", Array(repeating: 100, count: 8), outcome: outcome)
        fixture.add(metric, steady.suffix(2).map { $0 / 2 }, after: 8)
      }
    }
    let figure = try crash(metric)
    #expect(figure.verdict == .worse && figure.newTrials == 10 && figure.newLost == 8)
    #expect(figure.loss == "new: 8 \(outcome.rawValue)")
    #expect(try crash("heartbeat_share").verdict == .worse)
    let all = try verdict(steady, []) { $0.add("deliveries", steady, outcome: outcome) }
    #expect(all.verdict == .worse && all.new == nil && all.ratio == nil)
  }

  @Test func missingTrialsAreSaidInTheVerdict() throws {
    let comparison = try RunComparison([
      run("old", steady) { $0.trials = 10 }, run("new", alike.dropLast(4)) { $0.trials = 10 },
    ])
    let figure = try #require(comparison.figures.first)
    #expect(figure.loss == "new: 4 missing" && figure.oldLost == 0 && figure.newLost == 4)
  }

  @Test func whatCannotTellSaysHowManyTrialsItTakes() throws {
    let (old, new) = (Array(steady.prefix(6)), Array(alike.prefix(6)))
    let small = try verdict(old, new, smallest: 0.005)
    #expect(small.verdict == .noise)
    #expect(small.trialsNeeded.map { (50...300).contains($0) } == true, "\(small)")
    #expect(try verdict(old, new, smallest: 0.1).trialsNeeded == nil, "It has none of 10 %.")
    #expect(try verdict(old, old.map { $0 * 1.3 }, smallest: 0.005).trialsNeeded == nil)
    let comparison = try RunComparison(
      [run("old", old), run("new", new)], smallestChange: 0.005)
    #expect(comparison.sentences[0].contains("a change of 0.5 %"), "\(comparison.sentences)")
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
    let comparison = try RunComparison([run("old", five, many(1)), run("new", five, many(1.3))])
    let worst = try #require(comparison.figures.first)
    #expect(worst.strategy == "naive")
    #expect(worst.verdict == .perhapsWorse)
    // Noether's formula with SciPy's quantiles, for 30 % at a level of 5 % / 31.
    #expect(worst.trialsNeeded == 11)
    #expect(comparison.sentences[0].contains("may get a '?' by chance"))
    #expect(comparison.sentences[0].contains("bench run --trials"), "\(comparison.sentences)")
  }

  @Test func meanOverCellsSeesWhatEveryCellShows() throws {
    func cells(_ factor: Double) -> (inout SavedRunFixture) -> Void {
      { fixture in
        for number in 0..<4 {
          fixture.add(
            metric, steady.shuffledBy(number).map { $0 * factor }, strategy: "s\(number)")
        }
      }
    }
    let comparison = try RunComparison(
      [run("old", steady, cells(1)), run("new", steady.map { $0 * 1.1 }, cells(1.1))])
    let mean = try #require(comparison.means.first)
    #expect(mean.cells == 5 && mean.strategy.isEmpty && mean.verdict == .worse)
    #expect(abs((mean.ratio ?? 0) - 1.1) < 0.02)
  }

  @Test func meanOverCellsLacksNothingButWhatHasNoLogarithm() throws {
    func cells(_ factor: Double, _ few: Int) -> (inout SavedRunFixture) -> Void {
      { fixture in
        // A trial less in a cell a hundred times as dear must not move the mean.
        fixture.add(metric, alike.prefix(few).map { $0 * 100 * factor }, strategy: "dear")
        fixture.add(metric, steady.map { $0 - 100 }, strategy: "zero")
      }
    }
    let comparison = try RunComparison(
      [run("old", steady, cells(1, 10)), run("new", alike, cells(1, 8))])
    let mean = try #require(comparison.means.first)
    #expect(mean.cells == 2 && mean.oldTrials == 10 && mean.newTrials == 10)
    #expect(mean.verdict == .noise && abs((mean.ratio ?? 0) - 1) < 0.01)
  }

  @Test func inVirtualTimeEveryDifferenceIsOneAndNothingElse() throws {
    let old = try run("old", [100], metric: "latency_p50_ms", time: .virtual)
    let same = try run("same", [100], metric: "latency_p50_ms", time: .virtual)
    let more = try run("more", [100.001], metric: "latency_p50_ms", time: .virtual)
    let comparison = try RunComparison([old, same, more])
    #expect(comparison.figures.map(\.verdict) == [.same, .worse])
    #expect(comparison.figures.allSatisfy { $0.p == nil && $0.low == nil })
  }

  /// Whatever another run says of the same cell.
  @Test func worstThatAnyRunSaysOfACellComesFirst() throws {
    func run(_ name: String, _ naive: Double, _ other: Double) throws -> SavedRun {
      try self.run(name, [naive], metric: "latency_p50_ms", time: .virtual) {
        $0.add("latency_p50_ms", [other], strategy: "other")
      }
    }
    let comparison = try RunComparison([
      run("old", 100, 100), run("one", 110, 130), run("two", 110, 50),
    ])
    #expect(comparison.figures.map(\.strategy) == ["other", "other", "naive", "naive"])
  }

  @Test func moreRunsAreHeldAgainstTheFirstEach() throws {
    let comparison = try RunComparison(
      [
        run("one", steady), run("two", alike),
        run("three", steady.map { $0 * 1.4 }),
      ])
    #expect(comparison.new == ["two", "three"])
    #expect(comparison.rows(metric).map { $0.map(\.?.verdict) } == [[.noise, .worse]])
    #expect(comparison.sentences.count == 2)
  }

  @Test func voidTrialsDoNotCountAndFailedOnesAreNamed() throws {
    let comparison = try RunComparison(
      [
        run("old", steady),
        run("new", steady) { fixture in
          fixture.add(metric, [1, 2], strategy: "throttle", outcome: .crashed)
          fixture.add(metric, [5_000], workload: "void", outcome: .void)
        },
      ])
    #expect(comparison.gaps == ["Only new has throttle on uart, naive on void."])
    let crashed = try run("crashed", []) { $0.add(metric, steady, outcome: .crashed) }
    #expect(
      try RunComparison([run("old", steady), crashed]).gaps
        == ["naive on uart: in old all trials ended well, in crashed 10 crashed."])
  }

  @Test func metricsThatNoRunHasAreNamedWhereTheyWereAskedFor() throws {
    let runs = try [
      run("old", steady) { $0.add("latency_p50_ms", steady, workload: "chat") },
      run("new", steady) { $0.add("latency_max_ms", [1, 2]) },
    ]
    func gaps(_ metrics: String) throws -> [String] {
      try RunComparison(runs, metrics: [Metric].chosen(metrics)).gaps.filter {
        $0.contains("figures")
      }
    }
    #expect(try gaps(metric).isEmpty)
    #expect(try gaps("latency_max_ms") == ["Only new has figures of latency_max_ms."])
    #expect(
      try gaps("\(metric),heartbeat_share,latency_max_ms,deliveries") == [
        "Only new has figures of latency_max_ms.",
        "No run has figures of deliveries, heartbeat_share.",
      ])
    #expect(try !RunComparison(runs).gaps.contains { $0.hasPrefix("No run") })
  }

  @Test func whatOnlyOneRunHasIsNamed() throws {
    let void = Outcome.void
    let comparison = try RunComparison([
      run("old", steady) {
        $0.add(metric, [1], workload: "tried")
        $0.add(metric, [1], workload: "nowhere", outcome: void)
        $0.add(metric, [1], workload: "begun", outcome: void)
        $0.add(metric, [1], strategy: "throttle", outcome: .crashed)
        $0.add(metric, [1], workload: "chat", outcome: .lost)
        $0.add(metric, [1], workload: "bad", outcome: .hung)
      },
      run("new", steady) {
        $0.add(metric, [1], workload: "tried", outcome: void)
        $0.add(metric, [1], workload: "nowhere", outcome: void)
        $0.add(metric, [1], strategy: "throttle")
        $0.add(metric, [1], workload: "chat", outcome: .wrongView)
        $0.add(metric, [1], workload: "bad", outcome: .hung)
      },
    ])
    #expect(
      comparison.gaps == [
        "Only old has naive on tried, naive on begun.",
        "throttle on uart: in old 1 crashed, in new all did.",
        "naive on chat: in old 1 lost, in new 1 wrong-view.",
      ])
    #expect(comparison.figures.allSatisfy { $0.workload != "tried" && $0.workload != "nowhere" })
  }

  @Test func trialsThatEndedWithoutTheirFigureAreMissing() throws {
    let runs = try ["old", "new"].map { name in
      try run(name, steady) {
        $0.trials = 10
        $0.add(metric, steady, workload: "chat")
        $0.add("allocations_per_update", [1], pass: .allocations)
        $0.add("latency_max_ms", steady.dropLast())
        $0.add("latency_max_ms", [1], strategy: "throttle", outcome: .crashed)
        $0.add("latency_max_ms", [1, 2], strategy: "throttle", outcome: .lost, after: 1)
      }
    }
    func figures(_ metrics: String) throws -> [ComparedFigure] {
      try RunComparison(runs, metrics: [Metric].chosen(metrics)).figures
    }
    // Once is enough, however often the others were asked for.
    #expect(try figures("allocations_per_update").map(\.loss) == [nil])
    let latency = try figures("latency_max_ms")
    #expect(latency.first { $0.strategy == "naive" }?.loss == "old: 1 missing; new: 1 missing")
    let lost = try #require(latency.first { $0.strategy == "throttle" })
    let words = "2 lost, 1 crashed, 7 missing"
    #expect(lost.loss == "old: \(words); new: \(words)" && lost.oldLost == 10)
    #expect(lost.oldTrials == 3)
    // More than were asked for.
    let more = try RunComparison([run("one", steady), run("two", steady) { $0.trials = 3 }])
    #expect(more.figures.map(\.loss) == [nil])
  }

  @Test func cellsOfOneRankComeByWorkloadAndStrategy() throws {
    let runs = try ["old", "new"].map { name in
      try run(name, [1], time: .virtual) {
        for (strategy, workload) in [("b", "chat"), ("c", "uart"), ("a", "chat"), ("a", "uart")] {
          $0.add(metric, [1], strategy: strategy, workload: workload)
        }
      }
    }
    let figures = try RunComparison(runs, metrics: [Metric].chosen(metric)).figures
    #expect(
      figures.map(\.cell.text)
        == ["a on chat", "b on chat", "a on uart", "c on uart", "naive on uart"])
  }

  @Test func cellThatARunHasNotIsEmptyInItsRow() throws {
    let comparison = try RunComparison(
      [
        run("one", [1], time: .virtual) { $0.add(metric, [2], strategy: "frame") },
        run("two", [1], time: .virtual),
        run("three", [1], time: .virtual) { $0.add(metric, [3], strategy: "frame") },
      ], metrics: [Metric].chosen(metric))
    #expect(
      comparison.rows(metric).map { $0.map { $0?.run } } == [[nil, "three"], ["two", "three"]])
    #expect(comparison.rows("latency_p50_ms").isEmpty)
  }

  @Test func firstStrategyIsThatOfTheFirstRunAndTheOthersOfTheLast() throws {
    let runs = try [1.0, 2, 3].map { factor in
      try run("run\(factor)", [100 * factor], time: .virtual) {
        $0.add(metric, [10 * factor], strategy: "frame")
        $0.add(metric, [factor], strategy: "throttle")
      }
    }
    let metrics = try [Metric].chosen(metric)
    let comparison = try RunComparison(["naive", "frame", "throttle"], of: runs, metrics: metrics)
    #expect(comparison.old == "naive" && comparison.new == ["frame", "throttle"])
    #expect(comparison.figures.map(\.old) == [100, 100])
    #expect(comparison.figures.map(\.new) == [30, 3])
    #expect(comparison.time == .virtual)
    let one = try RunComparison(["throttle", "frame"], of: [runs[0]], metrics: metrics)
    #expect(one.figures.map(\.old) == [1] && one.figures.map(\.new) == [10])
  }

  @Test func comparisonTakesTwo() async {
    await #expect(processExitsWith: .failure) {
      var fixture = SavedRunFixture()
      fixture.add("latency_p50_ms", [1])
      let run = try fixture.saved("run", in: TemporaryFolder())
      _ = try RunComparison(["naive"], of: [run])
    }
    await #expect(processExitsWith: .failure) {
      var fixture = SavedRunFixture()
      fixture.add("latency_p50_ms", [1])
      _ = try RunComparison([fixture.saved("run", in: TemporaryFolder())])
    }
  }

  @Test func whatFiguresComeToIsSaidInWords() throws {
    func sentences(
      _ old: SavedRun, _ new: SavedRun, _ metrics: String? = nil
    ) throws -> [String] {
      try RunComparison([old, new], metrics: [Metric].chosen(metrics ?? metric)).sentences
    }
    func made(_ name: String, _ build: String?) throws -> SavedRun {
      var fixture = SavedRunFixture()
      fixture.add(metric, steady)
      return try fixture.saved(name, in: folder) { $0.build = build }
    }
    let old = try run("old", steady)
    #expect(
      try sentences(old, run("new", steady.map { $0 * 1.2 })) == [
        "new against old: 1 worse. Worst: naive on uart, \(metric) +20.0 %."
      ])
    #expect(
      try sentences(run("none", steady.map { _ in 0 }), run("some", steady)) == [
        "some against none: 1 worse. Worst: naive on uart, \(metric)."
      ])
    #expect(
      try sentences(old, run("less", steady.map { $0 / 2 })) == ["less against old: 1 better."])
    #expect(
      try sentences(old, old, "deliveries") == ["old (2) against old (1): no figure in common."])
    #expect(
      try sentences(made("a", "x"), made("b", "x")).first?.hasSuffix(
        "b against a: 1 the same. a and b were made by the same build.") == true)
    for (first, second) in [("x", "y"), ("x", nil), (nil, "x"), (nil, nil)] {
      #expect(try sentences(made("a", first), made("b", second)) == ["b against a: 1 the same."])
    }
    let few = try run("few", [1, 2, 3])
    #expect(
      try sentences(few, run("fewer", [2, 3, 4])).first?.hasSuffix(
        "1 figure has too few trials for a 95 % interval, which takes 4 of each run: "
          + "bench run --trials 4.") == true)
  }

  /// Two at 5 % each.
  @Test func chanceIsSaidWhereMoreThanOneFigureWasTested() throws {
    let runs = try [("old", 1.0), ("new", 3)].map { name, factor in
      try run(name, steady.map { $0 * factor }) {
        $0.add("latency_p50_ms", steady.map { $0 * factor })
        $0.add("latency_max_ms", [1, 2])
      }
    }
    func sentences(_ metrics: String) throws -> String {
      try RunComparison(runs, metrics: [Metric].chosen(metrics)).sentences[0]
    }
    #expect(
      try sentences("\(metric),latency_p50_ms").hasSuffix(
        " 2 figures were tested at 5 % each: 0.1 of them may get a '?' by chance."))
    #expect(try !sentences("\(metric),latency_max_ms").contains("chance"))
  }
}

extension [Double] {
  /// Another order for each number.
  fileprivate func shuffledBy(_ number: Int) -> [Double] {
    indices.map { self[($0 * 3 + number) % count] }
  }
}
