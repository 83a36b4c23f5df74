import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

struct FrontierTests {
  @Test(arguments: ShortWorkloads.specifications, [DeliveryKind.reload, .rowChange])
  func moreMainThreadTimeNeverRaisesLatency(workload: String, kind: DeliveryKind) throws {
    let plan = try TrialPlan.of(workload)
    let points = Frontier(plan, kind).points
    // No optimum is known if updates depend on the strategy, or if several threads change rows of a view whose cost
    // grows with its content.
    let grows = kind == .rowChange && plan.costs.contentNanoseconds > 0
    #expect(points.isEmpty == (grows || plan.producers.contains(.delivery)))
    for (cheap, dear) in zip(points, points.dropFirst()) {
      #expect(cheap.price < dear.price)
      #expect(cheap.mainBusyShare <= dear.mainBusyShare * (1 + 1e-12))
      #expect(cheap.meanLatencyMilliseconds >= dear.meanLatencyMilliseconds * (1 - 1e-12))
    }
  }

  @Test func frontierPointIsTheCheapestAtItsPrice() throws {
    let plan = try TrialPlan.of("rapid-service")
    let points = Frontier(plan, .reload).points
    let seconds = Double(plan.lengthNanoseconds) / 1e9
    for own in points {
      let cost = { (point: Frontier.Point) in
        point.mainBusyShare * seconds * 1e3
          + own.price * point.meanLatencyMilliseconds * Double(plan.updates.count)
      }
      #expect(points.allSatisfy { cost(own) <= cost($0) * (1 + 1e-9) })
    }
  }

  @Test func arrivalsAreSplitByView() throws {
    let plan = try TrialPlan.of("multi-view:bursts=2")
    let arrivals = try #require(plan.arrivals(.reload))
    #expect(arrivals.count == plan.viewCount && plan.viewCount > 1)
    for (view, own) in arrivals.enumerated() {
      let expected = plan.updates.view.indices.filter { Int(plan.updates.view[$0]) == view }
      #expect(own.times == expected.map { plan.updates.intendedNanoseconds[$0] })
    }
  }

  @Test func freeViewHasNoFrontier() throws {
    #expect(Frontier(try .of("steady", costs: .free), .reload).points.isEmpty)
  }
}

struct OptimumLimitTests {
  /// Three updates wait 2^62 ns each, a sum beyond 64 bits; the update before them is shown at once.
  @Test func veryLongWaitsAreSummedExactly() {
    let end: UInt64 = 1 << 62
    let optimum = Optimum(delivery: .init(reload: 1), price: 0.02, blocked: [10..<end])
    let schedule = optimum.schedule(arrivals: [5, 20, 30, 40])
    #expect(schedule.deliveries == 2)
    #expect(schedule.latencyNanoseconds == Double(3 * UInt64(end) - 90 + 4))
  }
}
