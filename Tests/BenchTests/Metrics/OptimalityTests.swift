import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct OptimalityTests {
  /// Two updates, each of a view of its own, at one instant, and their reloads of 2 ms.
  private func twoViews() -> TrialLog {
    var hand = HandMadeLog()
    hand.viewCount = 2
    hand.update(at: 10, view: 0)
    hand.update(at: 10, view: 1)
    hand.reload(view: 0, shown: [2], 10, 12)
    hand.reload(view: 1, shown: [2], 12, 14)
    var log = hand.log
    log.costs = CostModel(visibleRows: 0, latencyPrice: 0.5)
    log.deliveryKind = .reload
    return log
  }

  private func figure(_ name: String, _ log: TrialLog) throws -> Double? {
    try Metric.named(name).value(TrialAnalysis(log), TrialCounters())
  }

  /// The second reload waits for the first, which the optimum of its view does not.
  @Test func severalViewsAreComparedWithTheSumOfTheirOptima() throws {
    let log = twoViews()
    #expect(isClose(try figure("cost_ms", log), 2 + 2 + 0.5 * (2 + 4)))
    #expect(isClose(try figure("optimum_ms", log), 2 + 2 + 0.5 * (2 + 2)))
    #expect(isClose(try figure("cost_ratio", log), 7 / 6))
  }

  @Test func withoutCostsThereIsNoFigure() throws {
    var log = twoViews()
    log.costs = .free
    #expect(try figure("optimum_ms", log) == nil)
    #expect(try figure("cost_ratio", log) == nil)
  }

  @Test func offScreenNoLayoutIsCharged() throws {
    var log = twoViews()
    log.costs = CostModel(visibleRow: .milliseconds(1), visibleRows: 1, latencyPrice: 0.5)
    log.isAlwaysOnScreen = false
    #expect(isClose(try figure("optimum_ms", log), 2 + 2 + 0.5 * (2 + 2)))
  }
}
