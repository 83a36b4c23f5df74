import BenchMath
import Coalesce

/// What is best possible on a workload: for each share of main's time that deliveries take, the
/// least mean latency, and the other way round. No strategy gets beyond it whose deliveries show all that
/// they take.
///
/// Each point is the optimum at one price of latency: a dear price buys short latencies with many
/// deliveries, a cheap one few deliveries with long ones.
package struct Frontier {
  package struct Point: Equatable {
    /// The price of latency at which it is the optimum.
    package let price: Double
    package let deliveries: Int
    package let meanLatencyMilliseconds: Double
    /// 0 to 1, and more where main cannot do it all in the time of the workload.
    package let mainBusyShare: Double
  }

  /// From where deliveries are all that counts to where latency is.
  package static let prices = (0...30).map {
    Double(sign: .plus, exponent: $0 - 14, significand: 1)
  }

  package let points: [Point]

  /// The frontier of deliveries of that kind; without points where nothing is submitted, or where
  /// deliveries cost nothing. `onPrice` is called after each price, on any thread.
  package init(_ plan: TrialPlan, _ kind: DeliveryKind, onPrice: @Sendable () -> Void = {}) {
    let surroundings = plan.surroundings
    let updates = plan.updates
    let arrivals = updates.arrivals(
      at: updates.intendedNanoseconds, views: plan.viewCount,
      growingBy: surroundings.offScreen.isEmpty ? plan.costs.contentNanoseconds : 0, kind: kind
    ) { plan.producers[Int(updates.producer[$0])] != .delivery }
    let count = (arrivals ?? []).reduce(0) { $0 + $1.times.count }
    guard let arrivals,
      let delivery = plan.costs.delivery(
        kind, isAlwaysOnScreen: surroundings.offScreen.isEmpty, !plan.readsAtDelivery), count > 0
    else {
      points = []
      return
    }
    let blocked = (surroundings.stalls + surroundings.scrolling).merged
    let schedules = Optimum.schedules(
      arrivals, delivery, blocked: blocked, prices: Self.prices, onPrice: onPrice)
    let all = zip(Self.prices, schedules).map { price, schedule in
      Point(
        price: price, deliveries: schedule.deliveries,
        meanLatencyMilliseconds: schedule.latencyNanoseconds / Double(count) / 1e6,
        mainBusyShare: schedule.mainNanoseconds / Double(plan.lengthNanoseconds))
    }
    points = all.enumerated().filter { number, point in
      number == 0 || point.meanLatencyMilliseconds != all[number - 1].meanLatencyMilliseconds
    }.map(\.element)
  }
}
