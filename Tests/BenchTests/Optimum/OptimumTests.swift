import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport
@testable import BenchVerify

/// The optimum against every partition there is, and against what can be said by hand.
@Suite struct OptimumTests {
  static let kinds: [Optimum.Delivery] = [
    .init(reload: 2_240_000), .init(reload: 8_240_000), .init(reload: 0),
    .init(reload: 2_240_000, rows: (150_000, 240_000)), .init(reload: 900, rows: (100, 0)),
  ]

  /// The least cost over all 2^(n − 1) ways to cut the arrivals into runs.
  private func leastOfAll(
    _ arrivals: [UInt64], _ delivery: Optimum.Delivery, _ price: Double,
    blocked: [Range<UInt64>] = [], growth: [Double] = []
  ) -> Double {
    let gaps = arrivals.count - 1
    return (0..<(1 << gaps)).reduce(.infinity) { least, cuts in
      var cost = 0.0
      var first = 0
      for last in arrivals.indices where last == gaps || cuts >> last & 1 == 1 {
        let run = arrivals[first...last]
        let time = blocked.first { $0.contains(arrivals[last]) }?.upperBound ?? arrivals[last]
        let count = Double(run.count)
        let waited = run.reduce(0.0) { $0 + Double(time - $1) }
        let ways = [delivery.reload] + (delivery.rows.map { [count * $0.change + $0.layout] } ?? [])
        let grown = growth.isEmpty ? 0 : growth[last]
        cost += ways.map { $0 + grown + price * (waited + count * ($0 + grown)) }.min() ?? 0
        first = last + 1
      }
      return min(least, cost)
    }
  }

  private func expectBest(
    _ arrivals: [UInt64], _ delivery: Optimum.Delivery, _ price: Double,
    blocked: [Range<UInt64>] = [], growth: [Double] = []
  ) {
    let found = Optimum(delivery: delivery, price: price, blocked: blocked)
      .schedule(Optimum.Arrivals(times: arrivals, growth: growth)).cost(price: price)
    let least = leastOfAll(arrivals, delivery, price, blocked: blocked, growth: growth)
    #expect(
      abs(found - least) <= 1e-9 * max(1, least),
      "\(arrivals), \(delivery), price \(price): \(found), least \(least)")
  }

  /// Every arrival set of up to nine updates whose gaps are none, short or long against a delivery.
  @Test(arguments: 0..<kinds.count)
  func bestOfAllPartitionsOfEverySmallArrivalSet(kind: Int) {
    let gaps: [UInt64] = kind == 4 ? [0, 600, 9_000] : [0, 6_000_000, 90_000_000]
    for count in 1...7 {
      var sets = 1
      for _ in 1..<count { sets *= gaps.count }
      for number in 0..<sets {
        var arrivals: [UInt64] = [1_000]
        var rest = number
        for _ in 1..<count {
          arrivals.append(arrivals[arrivals.count - 1] + gaps[rest % gaps.count])
          rest /= gaps.count
        }
        expectBest(arrivals, Self.kinds[kind], 0.02)
      }
    }
  }

  @Test(arguments: 0..<kinds.count, [0, 0.001, 0.02, 1, 50])
  func bestOfAllPartitionsOfTwelveRandomArrivals(kind: Int, price: Double) {
    var random = SeededGenerator(seed: UInt64(kind) + 7)
    for _ in 0..<12 {
      let scale = Double.random(in: 4...9, using: &random)
      var time = UInt64.random(in: 0...10_000, using: &random)
      let arrivals = (0..<12).map { _ in
        time += UInt64(Double.random(in: 0...1, using: &random) * scale * scale * 1e6)
        return time
      }
      expectBest(arrivals, Self.kinds[kind], price)
      let start = arrivals[3] - min(arrivals[3], 500_000)
      expectBest(
        arrivals, Self.kinds[kind], price,
        blocked: [start..<arrivals[6] + 20_000_000])
    }
  }

  /// A delivery takes longer the more the view holds: by nothing, little or more than an empty one.
  @Test(arguments: 0..<kinds.count, [0, 0.001, 0.02, 1, 50])
  func bestOfAllPartitionsWhereDeliveriesGrow(kind: Int, price: Double) {
    var random = SeededGenerator(seed: UInt64(kind) + 70)
    for growing in [0, 3_000, 400_000, 9_000_000] {
      for _ in 0..<4 {
        var time: UInt64 = 0
        var grown = 0.0
        let updates = (0..<12).map { _ in
          time +=
            Bool.random(using: &random) ? 0 : UInt64.random(in: 0...30_000_000, using: &random)
          grown += Double(Int.random(in: 0...2, using: &random) * growing)
          return (time, grown)
        }
        expectBest(
          updates.map(\.0), Self.kinds[kind], price,
          blocked: [updates[3].0..<updates[6].0 + 20_000_000], growth: updates.map(\.1))
      }
    }
  }

  @Test func runsEndWhereTheDeliveriesOfTheScheduleDo() {
    let optimum = Optimum(delivery: .init(reload: 100), price: 1)
    #expect(optimum.runEnds(arrivals: [0, 10, 10, 500, 900]) == [3, 4, 5])
    #expect(optimum.schedule(arrivals: [0, 10, 10, 500, 900]).deliveries == 3)
    #expect(optimum.runEnds(arrivals: []) == [])
  }

  @Test func noUpdateCostsNothing() {
    let schedule = Optimum(delivery: Self.kinds[0], price: 0.02).schedule(arrivals: [])
    #expect(schedule == Optimum.Schedule())
  }

  @Test func oneUpdateCostsItsDeliveryAndItsLatency() {
    let schedule = Optimum(delivery: .init(reload: 100), price: 0.5).schedule(arrivals: [7])
    #expect(schedule.deliveries == 1)
    #expect(schedule.cost(price: 0.5) == 150)
  }

  @Test func allAtOneInstantAreOneDelivery() {
    let arrivals = [UInt64](repeating: 5, count: 1_000)
    let schedule = Optimum(delivery: .init(reload: 100), price: 0.02).schedule(arrivals: arrivals)
    #expect(schedule.deliveries == 1)
    #expect(schedule.latencyNanoseconds == 100_000)
  }

  @Test func whereWaitingIsFreeThereIsOneDelivery() {
    let arrivals = (0..<100).map { UInt64($0) * 1_000_000_000 }
    let schedule = Optimum(delivery: .init(reload: 100), price: 0).schedule(arrivals: arrivals)
    #expect(schedule.deliveries == 1)
  }

  @Test func whereDeliveringIsFreeNobodyWaits() {
    let arrivals = (0..<100).map { UInt64($0) * 10 }
    let schedule = Optimum(delivery: .init(reload: 0), price: 0.02).schedule(arrivals: arrivals)
    #expect(schedule.latencyNanoseconds == 0)
  }

  @Test func deliveryWaitsForTheEndOfABlock() {
    let optimum = Optimum(
      delivery: .init(reload: 10), price: 1, blocked: [100..<200])
    #expect(optimum.schedule(arrivals: [150]).latencyNanoseconds == 60)
    #expect(optimum.schedule(arrivals: [200]).latencyNanoseconds == 10)
  }

  @Test func longTraceAtTheClockOfALongUptimeIsExact() {
    let start: UInt64 = 1 << 62
    let arrivals = (0..<1_000).map { start + UInt64($0) * 86_400_000 }
    let near = (0..<1_000).map { UInt64($0) * 86_400_000 }
    let optimum = Optimum(delivery: Self.kinds[0], price: 0.02)
    #expect(optimum.schedule(arrivals: arrivals) == optimum.schedule(arrivals: near))
  }
}
