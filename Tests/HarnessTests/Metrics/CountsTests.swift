import Testing

@testable import BenchHarness

/// Counts, broken promises, and the ratio to the optimum.
struct CountsTests {
  @Test func submittedButUnshownUpdatesCountAsLost() throws {
    var log = TrialLog()
    for time in 0..<5 { log.update(at: Double(time)) }
    log.update(at: 9, actual: nil)
    log.reload(shown: [2], 10, 12)
    log.application(of: [4], 13, 14)
    #expect(log.figure(.lostUpdates) == 2)
    #expect(log.figure(.updates) == 5)
    #expect(log.figure(.latencyMean) == 11.0)
  }

  @Test func deliveriesAreHandlerCallsNotTurns() throws {
    var log = TrialLog()
    for _ in 0..<6 { log.update(at: 1) }
    log.update(at: 9, actual: nil)
    log.application(of: [0, 1, 2], 2, 3)
    log.reload(shown: [6], 4, 5)
    #expect(log.figure(.deliveries) == 4)
    #expect(log.figure(.coalescingRatio) == 1.5)
    #expect(log.figure(.deliveryRate) == 4)
  }

  /// Order is checked for each view and producer, and only for row changes.
  @Test(
    arguments: [
      (views: [0, 0, 0, 0], producers: [0, 0, 0, 0], count: 2.0),
      (views: [0, 0, 0, 0], producers: [0, 1, 0, 1], count: 1),
      (views: [0, 1, 0, 1], producers: [0, 0, 0, 0], count: 1),
      (views: [0, 1, 2, 3], producers: [0, 0, 0, 0], count: 0),
    ] as [(views: [Int], producers: [Int], count: Double)])
  func updateShownAfterANewerOneIsOutOfOrder(views: [Int], producers: [Int], count: Double) throws {
    var log = TrialLog(views: 4, threads: 2)
    for index in 0..<4 {
      log.update(at: Double(index), producer: producers[index], view: views[index])
    }
    log.application(of: [0, 3, 1, 2], 10, 12)
    log.reload(shown: (0..<2).map { number in Int32(producers.count { $0 == number }) }, 13, 14)
    #expect(log.figure(.outOfOrderUpdates) == count)
  }

  /// Two views get an update each at the same instant; reloads take 2 ms. The second reload waits for the first, but
  /// the optimum of a single view ignores the other. Off screen there is no layout cost.
  @Test func costOfTwoViewsIsComparedWithTheSumOfTheirOptima() throws {
    var log = TrialLog(views: 2)
    log.update(at: 10, view: 0)
    log.update(at: 10, view: 1)
    log.reload(view: 0, shown: [2], 10, 12)
    log.reload(view: 1, shown: [2], 12, 14)
    for isOnScreen in [true, false] {
      let costs = CostModel(visibleRows: isOnScreen ? 0 : 12, latencyPrice: 0.5)
      var plan = TrialPlan(
        updates: log.updates, viewCount: 2, duration: .seconds(1), costs: costs)
      if !isOnScreen { plan.surroundings.offScreen = [0..<1_000_000_000] }
      log.costs = costs
      let analysis = TrialAnalysis(log, leastCost: BestPossible(plan, .reload)?.leastCost)
      func figure(_ metric: Metric) -> Double? { metric.value(analysis) }
      #expect(isClose(figure(.cost), 2 + 2 + 0.5 * (2 + 4)))
      #expect(isClose(figure(.optimum), 2 + 2 + 0.5 * (2 + 2)))
      #expect(isClose(figure(.costRatio), 7 / 6))
    }
  }
}
