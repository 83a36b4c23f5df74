import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct RunComparisonTests {
  private let folder: TemporaryFolder
  private let metric = "cpu_main_per_delivery_us"
  /// Ten trials, a few per cent apart.
  private let steady = [100.0, 101, 99, 102, 98, 100.5, 99.5, 101.5, 98.5, 100.2]

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

  private func verdict(_ old: [Double], _ new: [Double], metric: String? = nil) throws
    -> ComparedFigure
  {
    let comparison = try RunComparison(
      [run("old", old, metric: metric), run("new", new, metric: metric)],
      metrics: try [Metric].chosen(metric ?? self.metric))
    return try #require(comparison.figures.first)
  }

  @Test func smallSteadyChangeIsToldFromNoise() throws {
    let figure = try verdict(steady, steady.map { $0 * 1.2 })
    #expect(figure.verdict == .worse)
    #expect(figure.trials == 10)
    #expect(abs((figure.ratio ?? 0) - 1.2) < 1e-9)
    #expect((figure.low ?? 0) <= 1.2 && (figure.high ?? 0) >= 1.2 - 1e-9)
    #expect(figure.p == 2.0 / 1024)
    #expect(try verdict(steady, steady.map { $0 / 1.2 }).verdict == .better)
  }

  @Test func noiseIsNotTakenForAChange() throws {
    let figure = try verdict(steady, Array(steady.reversed()))
    #expect(figure.verdict == .noise)
    #expect((figure.low ?? 2) < 1 && (figure.high ?? 0) > 1)
  }

  @Test func moreIsWorseOrBetterAsTheMetricSays() throws {
    let more = steady.map { $0 * 1.2 }
    #expect(try verdict(steady, more, metric: "heartbeat_share").verdict == .better)
    #expect(try verdict(steady, more, metric: "coalescing_ratio").verdict == .changed)
  }

  @Test func fewerThanSixTrialsHaveNoIntervalAndNoVerdict() throws {
    let figure = try verdict(Array(steady.prefix(5)), steady.prefix(5).map { $0 * 3 })
    #expect(figure.verdict == .few)
    #expect(figure.low == nil && figure.high == nil && figure.p == nil)
    #expect(abs((figure.ratio ?? 0) - 3) < 1e-9)
  }

  @Test func trialsAreMatchedByTheirNumber() throws {
    // Each trial 5 % more than the one of the same number, and the trials far apart.
    let wide = steady.indices.map { pow(2, Double($0)) * 100 }
    #expect(try verdict(wide, wide.map { $0 * 1.05 }).verdict == .worse)
    #expect(try verdict(wide, wide.reversed()).verdict == .noise)
  }

  @Test func figureOfZeroHasNoRatio() throws {
    #expect(try verdict(Array(repeating: 0, count: 8), steady).verdict == .noRatio)
    #expect(
      try verdict(Array(repeating: 0, count: 8), Array(repeating: 0, count: 8)).verdict == .same)
  }

  @Test func oneOfManyFiguresIsMarkedAsPerhapsByChance() throws {
    func many(_ factor: Double) -> (inout SavedRunFixture) -> Void {
      { fixture in
        for number in 0..<30 {
          fixture.add(metric, Array(steady.shuffledBy(number)), strategy: "s\(number)")
        }
        fixture.add(metric, steady.prefix(6).map { $0 * factor })
      }
    }
    let six = Array(steady.prefix(6))
    let comparison = try RunComparison([run("old", six, many(1)), run("new", six, many(1.3))])
    let worst = try #require(comparison.figures.first)
    #expect(worst.strategy == "naive")
    #expect(worst.verdict == .perhapsWorse)
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

  @Test func inVirtualTimeEveryDifferenceIsOneAndNothingElse() throws {
    let old = try run("old", [100], metric: "latency_p50_ms", time: .virtual)
    let same = try run("same", [100], metric: "latency_p50_ms", time: .virtual)
    let more = try run("more", [100.001], metric: "latency_p50_ms", time: .virtual)
    let comparison = try RunComparison([old, same, more])
    #expect(comparison.figures.map(\.verdict) == [.same, .worse])
    #expect(comparison.figures.allSatisfy { $0.p == nil && $0.low == nil })
  }

  @Test func moreRunsAreHeldAgainstTheFirstEach() throws {
    let comparison = try RunComparison(
      [
        run("one", steady), run("two", steady.reversed()),
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
}

extension [Double] {
  /// Another order for each number.
  fileprivate func shuffledBy(_ number: Int) -> [Double] {
    indices.map { self[($0 * 3 + number) % count] }
  }
}
