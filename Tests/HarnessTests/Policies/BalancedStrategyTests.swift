import BenchTestSupport
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import Coalesce
@testable import CoalesceTesting

/// The self-tuning policies in a coalescer, with its timers, in virtual time: on random arrivals, and on the worst that
/// a search finds.
struct BalancedStrategyTests {
  private static let reload: UInt64 = 2_240_000
  private static let price = 0.02
  private static let known = Duration.nanoseconds(Int64(reload))

  /// The cost of a coalescer with `policy` on `arrivals`, and when its deliveries began and ended.
  private func play(
    _ arrivals: [UInt64], price: Double = price, hop: Duration = .zero, _ policy: Pace
  ) -> (cost: Double, deliveries: [(start: UInt64, end: UInt64)]) {
    let scheduler = VirtualScheduler(hop: hop)
    let log = Locked<(cost: Double, deliveries: [(start: UInt64, end: UInt64)])>((0, []))
    let coalescer = Coalescer<OrderedUpdates<UInt64>>(policy, on: .scheduler(scheduler))
    coalescer.handle { [unowned scheduler] update in
      let start = scheduler.elapsedNanoseconds
      scheduler.spend(nanoseconds: Self.reload)
      let end = scheduler.elapsedNanoseconds
      let waited = update.elements.reduce(0.0) { $0 + Double(end - $1) }
      log.withLock { log in
        log.cost += Double(end - start) + price * waited
        log.deliveries.append((start, end))
      }
    }
    scheduler.setArrivals(arrivals) { coalescer.submit(OrderedUpdates([arrivals[$0]])) }
    scheduler.run()
    return log.withLock { $0 }
  }

  private func randomArrivals(_ seed: UInt64) -> [UInt64] {
    var generator = SeededGenerator(seed: seed)
    var time: UInt64 = 0
    return (0..<Int.random(in: 1...60, using: &generator)).map { _ in
      let largest: UInt64 =
        [100_000, 3_000_000, 20_000_000, 300_000_000].randomElement(
          using: &generator) ?? 0
      time += UInt64.random(in: 0...largest, using: &generator)
      return time
    }
  }

  private func optimum(_ arrivals: [UInt64], price: Double = price) -> Double {
    Optimum(delivery: .init(reload: Double(Self.reload)), price: price)
      .schedule(.init(times: arrivals)).cost(price: price)
  }

  /// How much a coalescer may exceed the bound, for its dispatches and for deliveries before the cost is learnt.
  private func allowance(
    _ arrivals: [UInt64], price: Double = price, hop: Duration = .zero, reloads: Double
  ) -> Double {
    let late = Double(hop.wholeNanoseconds) * 2 + 50_000
    return price * Double(arrivals.count) * late
      + reloads * Double(Self.reload) * (1 + price) + 1_000
  }

  /// A policy that does not know the cost of a delivery learns it from the first two.
  @Test(
    arguments: [
      (.balanced(price: price, deliveryCost: known), 2.25, 0), (.balanced(price: price), 2.25, 2),
      (.balancedEager(price: price, deliveryCost: known, maximumWait: .seconds(1)), 2.125, 1),
    ] as [(Pace, Double, Double)], [Duration.zero, .microseconds(50)])
  func costStaysWithinTheBound(
    _ policy: (pace: Pace, bound: Double, reloads: Double), hop: Duration
  ) {
    for seed in 0..<300 {
      let arrivals = randomArrivals(UInt64(seed))
      let most =
        policy.bound * optimum(arrivals)
        + allowance(arrivals, hop: hop, reloads: policy.reloads)
      #expect(play(arrivals, hop: hop, policy.pace).cost <= most, "seed \(seed)")
    }
  }

  @Test(arguments: [0.001, 0.01, 0.02, 0.2])
  func costOnTheWorstArrivalsStaysWithinTheBound(price: Double) {
    let patience = UInt64(Double(Self.reload) / price)
    let eager = Pace.balancedEager(
      price: price, deliveryCost: Self.known, maximumWait: .seconds(3_600))
    for (pace, bound, least, reloads) in [
      (Pace.balanced(price: price, deliveryCost: Self.known), 2.25, 1.95 / (1 + price), 0),
      (eager, 2.125, 1.3, 1),
    ] as [(Pace, Double, Double, Double)] {
      var search = ArrivalSearch(gaps: [Self.reload, patience, patience / 10], seed: 7)
      search.run(500) { arrivals in
        let cost = play(arrivals, price: price, pace).cost
        let most = cost - allowance(arrivals, price: price, reloads: reloads)
        return most / optimum(arrivals, price: price)
      }
      #expect(search.worst.badness <= bound + 1e-6, "\(search.worst.arrivals)")
      // The bound is only tested if the search finds bad arrivals.
      #expect(search.worst.badness >= least)
    }
  }

  /// Updates 25 ms apart; a lone one would wait 0.76 s until its waiting is worth a reload of 15 ms.
  @Test(arguments: [
    ("balanced-eager", 100.0), ("balanced-eager:max-wait=30ms", 30), ("balanced-group", 100),
  ])
  func latencyIsAtMostTheMaximumWaitPlusTwoReloads(strategy: String, longest: Double) throws {
    let trials = try VirtualCells.run(
      strategies: strategy, workloads: "steady:rate=40:duration=4s",
      costs: CostModel(reload: .milliseconds(15)))
    let found = try #require(trials.first?.values[.latencyMax])
    #expect(found > longest && found <= longest + 2 * 15.24 + 1)
  }

  /// The busiest windows begin and end with a delivery. A window with the very first delivery may hold one more,
  /// because the policy does not yet trust a single measured cost.
  @Test(arguments: [0.05, 0.25, 1.0])
  func budgetExceedsItsShareOfAWindowByAtMostAReload(share: Double) {
    for seed in 0..<200 {
      let deliveries = play(
        randomArrivals(UInt64(seed)), hop: .microseconds(50), .budget(share: share)
      ).deliveries
      for first in deliveries.indices {
        var busy = first == 0 ? -Double(Self.reload) : 0
        for delivery in deliveries[first...] {
          busy += Double(delivery.end - delivery.start)
          let window = Double(delivery.end - deliveries[first].start)
          #expect(busy <= share * window + Double(Self.reload) + 1, "seed \(seed)")
        }
      }
    }
  }
}
