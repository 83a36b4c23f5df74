import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

struct FrontierTests {
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

  /// Below a price of 1 the schedules are others than from there on.
  @Test(arguments: [false, true])
  func pointAtAPriceIsNoDearerThanAnyOtherThere(hasTrains: Bool) throws {
    let plan = try TrialPlan.of("rapid-service")
    let points = Frontier(plan, .reload).points.filter {
      ($0.price >= Optimum.priceOfTrains) == hasTrains
    }
    let seconds = Double(plan.lengthNanoseconds) / 1e9
    for own in points {
      let cost = { (point: Frontier.Point) in
        point.mainBusyShare * seconds * 1e3
          + own.price * point.meanLatencyMilliseconds * Double(plan.updates.count)
      }
      #expect(points.allSatisfy { cost(own) <= cost($0) * (1 + 1e-9) })
    }
  }

  @Test func arrivalsAreThoseOfEachViewInOrder() throws {
    let updates = try TrialPlan.of("multi-view:bursts=2").updates
    let times = Array(updates.intendedNanoseconds.reversed())
    let views = Int(try #require(updates.view.max())) + 1
    let arrivals = try #require(
      updates.arrivals(at: times, views: views, growingBy: 0, kind: .reload) { $0 % 3 > 0 })
    #expect(arrivals.count == views && views > 1)
    for (view, own) in arrivals.enumerated() {
      let expected = times.indices.filter { $0 % 3 > 0 && Int(updates.view[$0]) == view }
      #expect(own.times == expected.map { times[$0] }.sorted())
    }
    // By how much its deliveries grow is known of no such view.
    #expect(
      updates.arrivals(at: times, views: views, growingBy: 1, kind: .reload) { _ in true } == nil)
  }

  @Test func viewThatCostsNothingHasNoFrontier() throws {
    #expect(Frontier(try .of("steady", costs: .free), .reload).points.isEmpty)
  }
}

struct OptimumLimitTests {
  /// Three updates wait for 2^62 each, which no 64 bits hold; the one before them has been shown.
  @Test func waitsAreSummedUpHoweverLongTheyAre() {
    let end: UInt64 = 1 << 62
    let optimum = Optimum(delivery: .init(reload: 1), price: 0.02, blocked: [10..<end])
    let schedule = optimum.schedule(arrivals: [5, 20, 30, 40])
    #expect(schedule.deliveries == 2)
    #expect(schedule.latencyNanoseconds == Double(3 * UInt64(end) - 90 + 4))
  }
}
