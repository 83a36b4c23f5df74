import Testing

@testable import BenchHarness

/// A simulated screen paints frames; a delivery is shown when the next frame is painted.
struct VirtualScreenTests {
  /// A reload takes 4 ms, a frame 1 ms plus 2 ms of layout after a reload; frames are at least 10 ms apart.
  private func costs(
    framesFirst: Bool = false, _ change: (inout CostModel.Screen) -> Void = { _ in }
  ) -> CostModel {
    var screen = CostModel.Screen(frame: .milliseconds(1))
    (screen.changedRowNanoseconds, screen.periodNanoseconds) = (100_000, 10_000_000)
    screen.framesFirst = framesFirst
    change(&screen)
    return CostModel(
      reload: .milliseconds(4), visibleRow: .milliseconds(1), visibleRows: 2,
      rowChange: .milliseconds(1), screen: screen)
  }

  private func play(
    _ strategy: String, at times: [Int], rows: [Int] = [], _ costs: CostModel
  ) throws -> TrialLog {
    var updates = PlannedUpdates()
    for (index, time) in times.enumerated() {
      let row = rows.isEmpty ? index : rows[index]
      updates.append(atNanoseconds: UInt64(time) * 1_000_000, row: row)
    }
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

  /// A frame after a pause begins at once and leaves the grid as it is: the next one may follow within a period.
  @Test func framesKeepToAGridOfPeriods() throws {
    let log = try play("row-changes", at: [0, 4, 43, 46], costs())
    #expect(milliseconds(log.frames) == [[1, 1, 2], [10, 10, 11], [44, 44, 45], [50, 50, 51]])
  }

  /// The rows of a reload are measured as soon as its turn is over, those of a second one in the frame.
  @Test func newRowsAreMeasuredBeforeTheFrame() throws {
    let costs = costs { ($0.measureNanoseconds, $0.rowMeasureNanoseconds) = (3_000_000, 500_000) }
    #expect(milliseconds(try play("naive", at: [5], costs).frames) == [[12, 14, 15]])
    let twice = try play("naive", at: [0, 20, 25], costs)
    #expect(milliseconds(twice.frames) == [[7, 9, 10], [31, 36, 37]])
    #expect(twice.turns.map { ($0.end - $0.start) / 1_000_000 } == [4, 3, 3, 4, 3, 4, 6])
    #expect(milliseconds(try play("row-changes", at: [5], costs).frames) == [[6.5, 6.5, 7.5]])
  }

  @Test func rowWithoutWidgetCostsNoFrame() throws {
    let costs = costs {
      ($0.widgetRows, $0.hiddenChangeNanoseconds, $0.hiddenFrameNanoseconds) = (3, 1_000, 400_000)
    }
    let log = try play("row-changes", at: [0, 20, 40], rows: [0, 2, 3], costs)
    #expect(log.deliveries.map { $0.end - $0.start } == [1_000_000, 1_000_000, 1_000])
    #expect((log.frames ?? []).map { $0.end - $0.start } == [1_000_000, 400_000, 0])
  }

  @Test func repeatedReloadsTakeLess() throws {
    let costs = costs { ($0.repeatShare, $0.rapidRepeatShare) = (0.5, 0.25) }
    let log = try play("naive", at: [0, 1, 12, 60], costs)
    #expect(
      log.deliveries.map { ($0.end - $0.start) / 1_000_000 } == [4, 1, 2, 4])
  }

  @Test func hopsPassesAndTheLoopCostWhatTheScreenSays() throws {
    let costs = costs {
      ($0.passNanoseconds, $0.loopNanoseconds) = (200_000, 50_000)
      $0.warmHopNanoseconds = 10_000
    }
    let log = try play("naive", at: [5, 30], costs)
    #expect(milliseconds(log.frames) == [[9.25, 11.25, 12.25], [34.25, 36.25, 37.25]])
  }

  /// A frame paints all views of the window, and lays out those that changed.
  @Test func furtherViewsMakeFramesDearer() throws {
    var plan = TrialPlan(
      updates: PlannedUpdates(at: [0]), duration: .milliseconds(100),
      costs: costs { $0.furtherViewNanoseconds = 300_000 })
    plan.viewCount = 3
    let log = VirtualTrial.play(plan: plan, strategy: try .strategy("naive"), hop: .zero).log
    #expect(milliseconds(log.frames) == [[4, 6, 7.6]])
  }

  @Test func frameLaysOutOnlyItsChangedRows() throws {
    let log = try play("row-changes", at: [0, 2, 3, 4], rows: [1, 0, 1, 5], costs())
    #expect(milliseconds(log.frames).last == [10, 10.1, 11.1])
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
