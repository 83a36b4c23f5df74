import BenchMath

/// The least possible mean latency for each share of main-thread time, if each delivery shows all updates so far. Each
/// point is the optimum at one latency price: a higher price means more deliveries and shorter latencies.
package struct Frontier {
  package struct Point: Equatable {
    package let price: Double
    package let deliveries: Int
    package let meanLatencyMilliseconds: Double
    /// Main-thread time divided by the workload's length; above 1 if deliveries take longer than the workload.
    package let mainBusyShare: Double
  }

  package static let prices = (0...30).map {
    Double(sign: .plus, exponent: $0 - 14, significand: 1)
  }

  package let points: [Point]

  /// Has no points if nothing is submitted or no optimum is known. Calls `onPrice` after each price, on any thread.
  package init(_ plan: TrialPlan, _ kind: DeliveryKind, onPrice: @Sendable () -> Void = {}) {
    guard let best = BestPossible(plan, kind), best.count > 0 else {
      points = []
      return
    }
    let schedules = Optimum.schedules(
      best.arrivals, best.delivery, blocked: best.scrolling, prices: Self.prices, onPrice: onPrice)
    let all = zip(Self.prices, schedules).map { price, schedule in
      Point(
        price: price, deliveries: schedule.deliveries,
        meanLatencyMilliseconds: schedule.latencyNanoseconds / Double(best.count) / 1e6,
        mainBusyShare: schedule.mainNanoseconds / Double(plan.lengthNanoseconds))
    }
    points = all.enumerated().filter { number, point in
      number == 0 || point.meanLatencyMilliseconds != all[number - 1].meanLatencyMilliseconds
    }.map(\.element)
  }
}
