import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

/// What the best possible is for: no strategy gets below the optimum or beyond the frontier, whether its
/// view reads at its layout commit or when a reload begins.
struct BestPossibleTests {
  private static let workloads = [Workload].standard
    .filter { !$0.isRealTimeOnly && $0.name != "trace" }.map(\.name)

  @Test(arguments: workloads, [false, true])
  func noStrategyGetsBeyondIt(workload: String, readsAtDelivery: Bool) throws {
    var plan = try TrialPlan.of(workload)
    plan.readsAtDelivery = readsAtDelivery
    let frontiers: [DeliveryKind: Frontier] = [
      .reload: Frontier(plan, .reload), .rowChange: Frontier(plan, .rowChange),
    ]
    #expect(frontiers[.reload]?.points.isEmpty == false)
    for strategy in DeliveringStrategies.names {
      let log = VirtualTrial.play(
        plan: plan, strategy: try .strategy(strategy), hop: .microseconds(50)
      ).log
      #expect(log.readsAtLayout != readsAtDelivery && log.frames == nil)
      let analysis = TrialAnalysis(log)
      let figure = { try Metric.named($0).value(analysis, TrialCounters()) }
      if let ratio = try figure("cost_ratio") {
        #expect(ratio >= 1 - 1e-9, "\(strategy) pays \(ratio) times the optimum")
      }
      guard let latency = try figure("latency_mean_ms"), let busy = try figure("main_busy_share")
      else { continue }
      let length = Double(plan.lengthNanoseconds) / 1e6
      for point in frontiers[log.deliveryKind]?.points ?? [] {
        let cost = { (busy: Double, latency: Double) in
          busy * length + point.price * latency * Double(analysis.submitted)
        }
        #expect(
          cost(busy, latency)
            >= cost(point.mainBusyShare, point.meanLatencyMilliseconds) * (1 - 1e-9),
          "\(strategy) is beyond the point of price \(point.price)")
      }
    }
  }

  /// At other prices and costs, for strategies that go from one reload right to the next: their every reload
  /// shows what comes meanwhile.
  @Test(
    arguments: [
      "uart", "slow-reload", "stall", "thumbnail-feed:rows=20", "faster-than-main:duration=50ms",
    ],
    [0.1, 0.9, 1, 20])
  func noOneIsLuckierThanTheOptimum(workload: String, price: Double) throws {
    for reload in [0.5, 2, 8] {
      let costs = CostModel(
        reload: .milliseconds(reload), rowChange: .milliseconds(reload / 4), latencyPrice: price)
      let trials = try VirtualCells.run(strategies: "*,!null", workloads: workload, costs: costs)
      for trial in trials {
        guard let ratio = trial.values["cost_ratio"] else { continue }
        #expect(ratio >= 1 - 1e-9, "\(trial.strategy) pays \(ratio) times the optimum")
      }
    }
  }
}

/// One length for all strategies of a workload.
struct LengthTests {
  /// By hand: three deliveries in 300 ms. Who shows the last one 40 ms later has no lower rate, and is
  /// longer out of date.
  @Test func whoShowsLateDoesNotLookBetter() throws {
    let figures = try [0.0, 40].map { late in
      var log = HandMadeLog()
      log.end = 300 + late
      for time in [100.0, 200, 290] { log.update(at: time) }
      log.application(of: [0], 100, 105)
      log.application(of: [1], 200, 205)
      log.application(of: [2], 290 + late, 295 + late)
      var made = log.log
      made.length = 300_000_000
      let analysis = TrialAnalysis(made)
      return try ["deliveries_per_s", "main_busy_share", "stale_share"].map {
        try Metric.named($0).value(analysis, TrialCounters())
      }
    }
    #expect(figures[0][0] == 10 && figures[1][0] == 10)
    #expect(isClose(figures[0][1], 0.05) && isClose(figures[1][1], 0.05))
    #expect(isClose(figures[0][2], 0.05))
    #expect(isClose(figures[1][2], 55.0 / 300))
  }

  @Test func lengthLeavesTimeToShowTheLastUpdate() throws {
    var updates = PlannedUpdates()
    updates.append(atNanoseconds: 500_000_000, view: 0, row: 0)
    var plan = TrialPlan(
      updates: updates, viewCount: 2, duration: .milliseconds(100), costs: CostModel())
    #expect(plan.lengthNanoseconds == 504_480_000)
    plan.surroundings.scrolling = [400_000_000..<600_000_000]
    #expect(plan.lengthNanoseconds == 604_480_000)
    plan.duration = .seconds(1)
    #expect(plan.lengthNanoseconds == 1_000_000_000)
  }
}
