import Foundation
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

/// What samples of two runs say, whatever files they came from.
@Suite(.timeLimit(.minutes(15))) struct ComparedFigureTests {
  private let time = "cpu_main_per_delivery_us"

  private func side(
    _ values: [Double], failed: Int = 0, losses: [(what: String, count: Int)] = []
  ) -> ComparedSamples.Side {
    ComparedSamples.Side(
      figures: Dictionary(
        uniqueKeysWithValues: values.enumerated().map { ($0.offset + 1, $0.element) }),
      failed: failed, losses: losses)
  }

  private func samples(
    _ old: ComparedSamples.Side, _ new: ComparedSamples.Side, metric: String? = nil,
    _ strategy: String = "naive"
  ) throws -> ComparedSamples {
    let metric = try self.metric(named: metric ?? time)
    return try #require(ComparedSamples(Cell(strategy, "uart"), metric, old, new))
  }

  private func metric(named name: String) throws -> Metric { try #require([Metric].named(name)) }

  private func figures(
    _ samples: [ComparedSamples], isExact: Bool = false, smallest: Double = 0.05
  ) -> [ComparedFigure] {
    ComparedFigure.figures(
      samples, of: (old: "old", new: "new"), isExact: isExact, smallest: smallest)
  }

  private func figure(
    _ old: [Double], _ new: [Double], metric: String? = nil, smallest: Double = 0.05
  ) throws -> ComparedFigure {
    try #require(
      figures([samples(side(old), side(new), metric: metric)], smallest: smallest).first)
  }

  @Test func levelItselfIsNoDifference() throws {
    // One of forty places of the one among the others: p is 5 %.
    let others = (1...39).map(Double.init)
    let single = try figure(others, [40])
    #expect(single.p == 0.05 && single.low != nil && single.verdict == .noise)
    // Seven of 560 ways lie as far out: 2.5 %, which two figures make 5 %.
    let (base, far) = ((1...13).map { 10 * Double($0) }, [105.0, 155, 165])
    let noise = try samples(side([1, 2, 3, 4, 5]), side([1.5, 2.5, 3.5, 4.5, 0.5]))
    let both = figures([try samples(side(base), side(far)), noise])
    #expect(both[0].p == 0.025 && both[0].adjustedP == 0.05)
    #expect(both[0].verdict == .perhapsWorse)
    #expect(figures([try samples(side(base), side(far))])[0].verdict == .worse)
  }

  @Test func pIsCorrectedForTheFiguresThatWereTested() throws {
    let (low, high) = ([1.0, 2, 3, 4, 5], [6.0, 7, 8, 9, 10])
    let all = figures([
      try samples(side([1, 2, 3]), side([7, 8, 9])), try samples(side(low), side(high)),
      try samples(side([1, 2, 3]), side([7, 8, 9])),
      try samples(side(low), side([1.5, 2.5, 3.5, 4.5, 5.5])),
    ])
    #expect(all.map(\.verdict) == [.few, .worse, .few, .noise])
    #expect(all.map { $0.p == nil } == [true, false, true, false])
    #expect(all.map { $0.adjustedP == nil } == [true, false, true, false])
    #expect(all[1].adjustedP == all[1].p.map { 2 * $0 })
    #expect(all[3].adjustedP == all[3].p)
  }

  /// A figure of base's spread, which differs by the factor e^0.45: in all the smallest p there is.
  private func perhaps(_ sign: Double, smallest: Double) throws -> ComparedFigure {
    let base = (0..<5).map { exp(0.1 * Double($0)) }
    let same = try (1...6).map { try samples(side(base), side(base.map { $0 * 1.001 }), "s\($0)") }
    let figure = figures(
      [try samples(side(base), side(base.map { $0 * exp(sign * 0.45) }))] + same,
      smallest: smallest)[0]
    #expect(figure.verdict == (sign > 0 ? .perhapsWorse : .perhapsBetter))
    return figure
  }

  /// By Noether's formula at a level of 5 % ÷ 7, the median distance being 0.2.
  @Test func changeThatMayBeChanceIsAskedAboutAsItLooks() throws {
    for sign in [1.0, -1] {
      #expect(try perhaps(sign, smallest: 0.05).trialsNeeded == 11)
      // More than was seen: ln 2.
      #expect(try perhaps(sign, smallest: 1).trialsNeeded == 9)
    }
  }

  @Test func intervalThatReachesTheSmallestChangeDoesNotRuleItOut() throws {
    let (none, half) = ([1.0, 1, 1, 1], [1.0, 1, 1.05, 1.05])
    let reached = try figure(none, half)
    #expect(reached.verdict == .noise && reached.low == 1 && reached.high == 1.05)
    #expect(reached.trialsNeeded == 6)
    #expect(try figure(half, none).trialsNeeded == 6)
    #expect(try figure(none, half, smallest: 0.0501).trialsNeeded == nil)
    // So many are there.
    let enough = try figure([1, 1, 1, 1, 1, 1], [1, 1, 1, 1.05, 1.05, 1.05])
    #expect(enough.verdict == .noise && enough.high == 1.05 && enough.trialsNeeded == nil)
    // Three have no interval, and tell nothing at all.
    #expect(try figure([1, 1.01, 0.99], [1, 1.01, 0.99].map { $0 * 1.2 }).trialsNeeded != nil)
  }

  @Test func inVirtualTimeMediansAreCompared() throws {
    func exact(_ old: [Double], _ new: [Double]) throws -> ComparedFigure {
      try #require(figures([samples(side(old), side(new))], isExact: true).first)
    }
    #expect(try exact([1, 2, 9], [2, 2, 2]).verdict == .same)
    let more = try exact([1, 2, 9], [3, 4, 4])
    #expect(more.verdict == .worse && more.ratio == 2 && more.old == 2 && more.new == 4)
    #expect(more.p == nil && more.low == nil && more.trialsNeeded == nil)
  }

  @Test func lossesOfBothRunsAreSaidTogether() throws {
    let (whole, torn) = (
      side([1, 2, 3, 4]),
      side([1, 2], failed: 3, losses: [("crashed", 3), ("lost", 1), ("missing", 2)])
    )
    let both = figures([try samples(torn, side([1], losses: [("missing", 4)]))])[0]
    #expect(both.loss == "old: 3 crashed, 1 lost, 2 missing; new: 4 missing")
    #expect(both.oldLost == 6 && both.newLost == 4)
    #expect(both.oldTrials == 5 && both.newTrials == 1 && both.trials == 1)
    let new = figures([try samples(whole, torn)])[0]
    #expect(new.loss == "new: 3 crashed, 1 lost, 2 missing" && new.oldLost == 0)
    #expect(figures([try samples(whole, whole)])[0].loss == nil)
  }

  @Test func differenceFrom0HasAShiftAndNoRatio() throws {
    let shifted = try figure([0, 1, 2, 3], [10, 11, 12, 13])
    #expect(shifted.ratio == nil && shifted.low == nil && shifted.high == nil)
    #expect(shifted.shift == 10 && shifted.shiftLow != nil && shifted.shiftHigh != nil)
    let scaled = try figure([1, 2, 4, 8], [10, 20, 40, 80])
    #expect(scaled.ratio != nil && scaled.low != nil && scaled.high != nil)
    #expect(scaled.shift == nil && scaled.shiftLow == nil && scaled.shiftHigh == nil)
  }

  @Test func worstComesFirst() throws {
    let (low, five) = ([1.0, 1.1, 1.2, 1.3], [1.0, 1.1, 1.2, 1.3, 1.4])
    func all(_ metric: String, _ factors: [Double]) throws -> [ComparedFigure] {
      figures(
        try factors.map { factor in
          try samples(side(five), side(five.map { $0 * factor }), metric: metric)
        })
    }
    // Of so many that are tested, what differs is marked with a '?'.
    let tiny = Array(repeating: 1.001, count: 7)
    let mixed =
      try [
        figure(low, low), figure([1, 2, 3], [2, 3, 4]), figure(low, low.map { $0 / 10 }),
        figure(low, low.map { $0 * 2 }), figure(low, low.map { $0 / 2 }),
        figure(low, low.map { $0 * 10 }), figure(low.map { _ in 0 }, low),
        figure(low, low.map { $0 * 2 }, metric: "coalescing_ratio"),
      ]
      + [3, 1.0 / 3, 0.05].map { factor in
        try figure(low, low.map { $0 * factor }, metric: "heartbeat_share")
      } + all(time, [0.5, 2] + tiny).prefix(3) + all("coalescing_ratio", [2] + tiny).prefix(1)
    let ranked = mixed.sorted { $0.rank < $1.rank }
    #expect(
      ranked.map(\.verdict.rawValue) == [
        "worse", "worse", "worse", "worse", "worse", "worse?", "changed", "changed?", "~", "few",
        "same", "better?", "better", "better", "better",
      ])
    let factors = ranked.map { $0.ratio.map { ($0 * 1_000).rounded() / 1_000 } }
    #expect(factors.prefix(5) == [nil, 0.05, 10, 0.333, 2])
    #expect(factors.suffix(3) == [0.5, 3, 0.1])
  }

  @Test(arguments: [
    (1, 0, 1, 0, true), (1, 0, 0, 1, true), (0, 1, 1, 0, true), (1, 1, 1, 1, true),
    (0, 1, 0, 1, false), (1, 0, 0, 0, false), (0, 0, 1, 0, false), (0, 0, 0, 0, false),
  ])
  func oneRunHasAFigureAndTheOtherOneOrFailed(
    old: Int, oldFailed: Int, new: Int, newFailed: Int, isCompared: Bool
  ) throws {
    let samples = ComparedSamples(
      Cell("naive", "uart"), try metric(named: time),
      side(Array(repeating: 1, count: old), failed: oldFailed),
      side(Array(repeating: 1, count: new), failed: newFailed))
    #expect((samples != nil) == isCompared)
  }

  @Test(arguments: [
    (Metric.Direction.higher, -Double.infinity as Double?), (.lower, .infinity), (.neither, nil),
  ])
  func whatWasCutShortStandsAtTheBadEnd(direction: Metric.Direction, worst: Double?) {
    #expect(
      side([2, 3], failed: 2).all(direction).sorted()
        == ([2, 3] + (worst.map { [$0, $0] } ?? [])).sorted())
  }

  /// Of cells whose figures all have logarithms, in either run; each relative to its median in the first.
  @Test func meanIsOfCellsThatHaveLogarithms() throws {
    let good = side([1, 2, 4])
    let bad = [side([1, 0, 4]), side([1, 2], failed: 1), side([-1, 2, 4])]
    let cells = try bad.flatMap { [try samples(good, $0), try samples($0, good)] }
    #expect(ComparedSamples(mean: cells) == nil)
    let gone = try samples(good, side([], failed: 1))
    let mean = try #require(
      ComparedSamples(
        mean: cells + [
          gone, try samples(good, side([8, 8, 8])),
          try samples(side([10, 30]), side([20, 80, 20])),
        ]))
    #expect(mean.cell == nil && mean.cells == 2 && mean.metric.name == time)
    // √(1/2 · 10/20), √(2/2 · 30/20) and 4/2, which stands alone.
    for (number, figure) in [1: 0.5, 2: 1.5.squareRoot(), 3: 2] {
      #expect(abs(try #require(mean.old.figures[number]) - figure) < 1e-12)
    }
    for (number, figure) in [1: 2.0, 2: 4, 3: 2] {
      #expect(abs(try #require(mean.new.figures[number]) - figure) < 1e-12)
    }
    #expect(mean.old.count == 3 && mean.new.count == 3 && mean.new.failed == 0)
    let figure = figures([mean])[0]
    #expect(figure.old == nil && figure.new == nil && figure.strategy.isEmpty && figure.cells == 2)
  }
}
