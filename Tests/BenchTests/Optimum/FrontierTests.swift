import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct FrontierTests {
  @Test(arguments: ShortWorkloads.specifications, [DeliveryKind.reload, .rowChange])
  func moreOfMainBuysShorterLatencies(workload: String, kind: DeliveryKind) throws {
    let plan = try TrialPlan.of(workload)
    let points = Frontier(plan, kind).points
    // Where several threads apply rows to a view that pays for all it holds, no optimum is known.
    #expect(points.isEmpty == (kind == .rowChange && plan.costs.contentNanoseconds > 0))
    for (cheap, dear) in zip(points, points.dropFirst()) {
      #expect(cheap.price < dear.price)
      #expect(cheap.mainBusyShare <= dear.mainBusyShare * (1 + 1e-12))
      #expect(cheap.meanLatencyMilliseconds >= dear.meanLatencyMilliseconds * (1 - 1e-12))
    }
  }

  @Test func pointAtTheDefaultPriceIsNoDearerThanAnyOther() throws {
    let plan = try TrialPlan.of("rapid-service")
    let points = Frontier(plan, .reload).points
    let seconds = Double(plan.duration.wholeNanoseconds) / 1e9
    for own in points {
      let cost = { (point: Frontier.Point) in
        point.mainBusyShare * seconds * 1e3
          + own.price * point.meanLatencyMilliseconds * Double(plan.updates.count)
      }
      #expect(points.allSatisfy { cost(own) <= cost($0) * (1 + 1e-9) })
    }
  }

  @Test func viewThatCostsNothingHasNoFrontier() throws {
    #expect(Frontier(try .of("steady", costs: .free), .reload).points.isEmpty)
  }
}
