import Testing

@testable import BenchHarness

/// A simulated screen paints frames; a delivery is shown when the next frame is painted.
struct VirtualScreenTests {
  /// A reload takes 4 ms, a frame 1 ms plus 2 ms of layout after a reload; frames are at least 10 ms apart.
  private func costs(framesFirst: Bool = false) -> CostModel {
    CostModel(
      reload: .milliseconds(4), visibleRow: .milliseconds(1), visibleRows: 2,
      rowChange: .milliseconds(1),
      screen: .init(
        frame: .milliseconds(1), changedRow: .microseconds(100), period: .milliseconds(10),
        framesFirst: framesFirst))
  }

  private func play(_ strategy: String, at times: [Int], _ costs: CostModel) throws -> TrialLog {
    let updates = PlannedUpdates(at: times.map { UInt64($0) * 1_000_000 })
    let plan = TrialPlan(updates: updates, duration: .milliseconds(100), costs: costs)
    let (stage, log, isOver) = VirtualTrial.play(
      plan: plan, strategy: try .strategy(strategy), hop: .zero)
    #expect(isOver)
    #expect(stage.viewsEqualModel())
    return log
  }

  private func milliseconds(_ frames: [TrialLog.Frame]?) -> [[Double]] {
    (frames ?? []).map { [$0.start, $0.laidOut, $0.end].map { Double($0) / 1e6 } }
  }

  @Test func deliveryIsShownByTheNextFrame() throws {
    let log = try play("naive", at: [5], costs())
    #expect(milliseconds(log.frames) == [[9, 11, 12]])
    #expect(log.deliveries.map(\.shown) == [12_000_000])
    #expect(TrialAnalysis(log).latencies == [7_000_000])
  }

  @Test func frameOfAReloadLaysOutTheWholeView() throws {
    var costs = costs()
    costs.contentNanoseconds = 500_000
    let log = try play("naive", at: [0, 30], costs)
    #expect(milliseconds(log.frames) == [[4, 6.5, 7.5], [34, 37, 38]])
  }

  @Test func framesAreAtLeastAPeriodApart() throws {
    let log = try play("row-changes", at: [0, 4, 40], costs())
    #expect(milliseconds(log.frames) == [[1, 1, 2], [11, 11, 12], [41, 41, 42]])
  }

  @Test func frameLaysOutOnlyItsChangedRows() throws {
    let log = try play("row-changes", at: [0, 2, 3, 4], costs())
    #expect(milliseconds(log.frames).last == [11, 11.2, 12.2])
  }

  /// Reloads come faster than the main thread handles them, so a frame queued behind them comes last.
  @Test func queueThatIsNeverEmptyStarvesFrames() throws {
    let times = (0..<20).map { $0 * 2 }
    let last = try play("naive", at: times, costs())
    #expect(milliseconds(last.frames) == [[80, 82, 83]])
    let first = try play("naive", at: times, costs(framesFirst: true))
    // Frames come between main-thread passes; a pass handles all waiting reloads: 1, 2, 4 and 13.
    #expect(first.frames?.count == 4)
    #expect(first.deliveries.count == 20 && last.deliveries.count == 20)
  }

  @Test func optimumIsUnknownIfDeliveriesShareFrames() throws {
    #expect(BestPossible(try TrialPlan.of("uart", costs: costs()), .reload) == nil)
    #expect(Frontier(try TrialPlan.of("uart", costs: costs()), .reload).points.isEmpty)
  }

  @Test func frameMetricsAreComputedFromTheLog() throws {
    let log = try play("naive", at: (0..<20).map { $0 * 2 }, costs())
    let analysis = TrialAnalysis(log)
    func figure(_ metric: Metric) -> Double? { metric.value(analysis) }
    #expect(isClose(figure(.framesMissed), 3))
    #expect(isClose(figure(.timeToPaintMean), 41))
    #expect(isClose(figure(.handlerMean), 4))
    #expect(isClose(figure(.layoutMean), 2))
    #expect(isClose(figure(.paintMean), 1))
    #expect(isClose(figure(.frameRate), 10))
    let headless = TrialAnalysis(try play("naive", at: [0], CostModel()))
    #expect(Metric.framesMissed.value(headless) == nil)
    #expect(Metric.handlerMean.value(headless) == nil)
  }

  @Test(arguments: ["source-or", "change-set", "view-queue", "main-drain"])
  func everyDeliveryKindShowsTheModel(_ strategy: String) throws {
    _ = try play(strategy, at: [0, 1, 2, 30, 31], costs())
  }
}
