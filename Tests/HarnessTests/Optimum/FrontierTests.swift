import BenchTestSupport
import Testing

@testable import BenchHarness
@testable import BenchMath

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

  @Test func freeViewHasNoFrontier() throws {
    #expect(Frontier(try .of("steady", costs: .free), .reload).points.isEmpty)
  }
}
