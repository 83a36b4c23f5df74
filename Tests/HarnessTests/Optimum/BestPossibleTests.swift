import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchMath

/// No strategy costs less than the best possible.
private enum Bound {
  static let prices = [0.002, 0.005, 0.02, 0.1, 0.3, 0.9]

  /// Plays `strategies` on the plan with each of the reload costs, in milliseconds.
  static func check(
    _ plan: TrialPlan,
    _ strategies: [String] = DeliveringStrategies.names + DeliveringStrategies.byRows,
    reloads: [Double] = [2]
  ) throws {
    var plan = plan
    plan.tracksRows = plan.tracksRows && (plan.ordersRows || plan.costs.contentNanoseconds > 0)
    for reload in reloads {
      plan.costs.reloadNanoseconds = UInt64(reload * 1e6)
      var least: [DeliveryKind: [Double]] = [:]
      for name in strategies {
        let strategy = try Selection.strategy(name)
        let log = VirtualTrial.play(plan: plan, strategy: strategy, hop: .microseconds(50)).log
        let analysis = TrialAnalysis(log)
        let bounds =
          least[log.deliveryKind]
          ?? prices.compactMap { price in
            plan.costs.latencyPrice = price
            return BestPossible(plan, log.deliveryKind)?.leastCost
          }
        least[log.deliveryKind] = bounds
        guard analysis.lost == 0, analysis.submitted > 0 else { continue }
        let waited = analysis.latencies.reduce(0.0) { $0 + Double($1) }
        for (price, bound) in zip(prices, bounds) {
          let cost = Double(analysis.busyNanoseconds) + price * waited
          #expect(
            cost >= bound * (1 - 1e-9),
            "\(name) pays \(cost / bound) times the least, at \(price) and \(reload) ms")
        }
      }
    }
  }
}

struct BestPossibleTests {
  /// A run divides by the bound of the delivery kind that the strategy's parameters select.
  @Test func rowChangesAreJudgedByTheirOwnBound() throws {
    let trials = try VirtualCells.run(
      strategies: "next-pass,next-pass:by=rows", workloads: "slow-reload")
    let ratios = trials.compactMap { $0.values[.costRatio] }
    #expect(ratios.count == 2 && ratios.allSatisfy { $0 >= 1 - 1e-9 }, "\(ratios)")
  }

  /// A stray update between two bursts may cause a reload that shows the second burst, although the previous reload has
  /// already shown the stray.
  @Test func reloadMayShowABurstArrivingDuringIt() throws {
    let milliseconds =
      Array(repeating: 0, count: 1_000) + [1.0] + Array(repeating: 4.2, count: 1_000)
    let plan = TrialPlan(
      updates: PlannedUpdates(at: milliseconds.map { UInt64($0 * 1e6) }), duration: .seconds(1),
      costs: CostModel())
    #expect(isClose(BestPossible(plan, .reload).map { $0.leastCost / 1e6 }, 54.9048))
    try Bound.check(plan)
  }

  /// The strategy determines when these updates come, so the bound would depend on it.
  @Test(arguments: ["signals-during-reload", "firehose"])
  func boundIsUnknownIfUpdatesDependOnTheStrategy(workload: String) throws {
    #expect(BestPossible(try .of(workload), .reload) == nil)
  }

  /// Computed by hand: of three updates, the first and the last change the same row, in two deliveries.
  @Test func mergedRowUpdatesAreChargedOnce() throws {
    var updates = PlannedUpdates()
    for row in [1, 2, 1] { updates.append(atNanoseconds: 0, row: row) }
    let plan = TrialPlan(updates: updates, duration: .seconds(1), costs: CostModel())
    let row = 0.15 + 0.02
    func least(_ kind: DeliveryKind) -> Double? {
      BestPossible(plan, kind).map { $0.leastCost / 1e6 }
    }
    #expect(isClose(least(.rows), 2 * row + 0.02 * 3 * row))
    #expect(isClose(least(.rowChange), 2 * row + 0.02 * 3 * row))
  }

  /// Four updates come within the turn that shows the first; a drain shows them all at its end.
  @Test func drainMayShowWhatComesWithinItsTurn() throws {
    var updates = PlannedUpdates()
    for (row, time) in [200, 350, 500, 650].enumerated() {
      updates.append(atNanoseconds: UInt64(time) * 1_000, row: row)
    }
    let plan = TrialPlan(updates: updates, duration: .seconds(1), costs: CostModel())
    try Bound.check(plan, ["main-drain", "row-changes", "view-queue"])
    // What a change set leaves out costs nothing.
    #expect(BestPossible(plan, .list) == nil)
  }
}

/// The same checks on all workloads and on random recordings.
struct EveryBestPossibleTests {
  private static let workloads = [Workload].standard
    .filter { !$0.isRealTimeOnly && $0.name != "trace" }.map(\.name)

  @Test(arguments: workloads)
  func noStrategyBeatsTheBound(workload: String) throws {
    try Bound.check(try .of(workload), reloads: [0.5, 2, 8, 25])
  }

  /// The recordings mix bursts, strays and streams.
  @Test(arguments: 0..<10)
  func noStrategyBeatsTheBoundOnRandomRecordings(tenth: Int) throws {
    var random = SeededGenerator(seed: UInt64(tenth))
    for _ in 0..<1_000 {
      var updates = PlannedUpdates()
      let hasKinds = Bool.random(using: &random)
      var time: UInt64 = 0
      let (rows, gap) = (
        Int.random(in: 1...40, using: &random), Double.random(in: 5...8, using: &random)
      )
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        time += UInt64(pow(10, gap) * Double.random(in: 0...2, using: &random))
        let count = Bool.random(using: &random) ? 1 : Int.random(in: 2...60, using: &random)
        let spread: UInt64 =
          Bool.random(using: &random) ? 0 : .random(in: 0...200_000, using: &random)
        for _ in 0..<count {
          let kind = ChangeKind(rawValue: .random(in: 0...8, using: &random)) ?? .change
          updates.append(
            atNanoseconds: time, row: .random(in: 0..<rows, using: &random),
            kind: hasKinds && kind != .move ? kind : .change)
          time += spread
        }
      }
      let plan = TrialPlan(updates: updates, duration: .milliseconds(1), costs: CostModel())
      try Bound.check(
        plan,
        ["source-add", "main-drain", "main-drain-bounded", "row-changes", "view-queue"]
          + ["next-pass", "frame", "throttle", "budget", "balanced-eager"].flatMap {
            [$0, $0 + ":by=rows"]
          },
        reloads: [[0.5, 2, 8, 25].randomElement(using: &random) ?? 2])
    }
  }
}

/// Costs that grow with a view's content, and their optimum.
struct GrowingCostTests {
  private func arrivals(_ plan: TrialPlan, _ kind: DeliveryKind = .reload) -> [Optimum.Arrivals]? {
    var plan = plan
    plan.costs.contentNanoseconds = 1_000
    return plan.arrivals(kind)
  }

  private func plan(rows: [Int], kinds: [ChangeKind] = [], producers: [Int] = []) -> TrialPlan {
    var updates = PlannedUpdates()
    for (number, row) in rows.enumerated() {
      updates.append(
        atNanoseconds: UInt64(number), producer: producers.isEmpty ? 0 : producers[number],
        row: row, kind: kinds.isEmpty ? .change : kinds[number])
    }
    return TrialPlan(
      updates: updates, producers: [.thread, .thread], duration: .seconds(1), costs: CostModel())
  }

  @Test func deliveryCostGrowsWithRowsNotUpdates() {
    #expect(
      arrivals(plan(rows: [4, 4, 5, 4, 6]))?.first?.growth == [1, 1, 2, 2, 3].map { $0 * 1e3 })
  }

  @Test func optimumIsUnknownForDeletionsAndRowChangesBySeveralThreads() {
    #expect(arrivals(plan(rows: [1, 1], kinds: [.insert, .delete])) == nil)
    #expect(arrivals(plan(rows: [1, 2], producers: [0, 1])) != nil)
    #expect(arrivals(plan(rows: [1, 2], producers: [0, 1]), .rowChange) == nil)
    #expect(arrivals(plan(rows: [1, 2]), .rowChange) != nil)
  }
}
