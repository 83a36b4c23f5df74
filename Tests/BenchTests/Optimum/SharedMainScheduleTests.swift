import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport
@testable import BenchVerify

/// The schedule on one main against every schedule there is, and against what can be said by hand.
@Suite(.timeLimit(.minutes(15))) struct SharedMainScheduleTests {

  private func schedule(_ arrivals: [[UInt64]], _ optimum: Optimum) -> Optimum.Schedule {
    var schedule = SharedMainSchedule(arrivals, optimum)
    return schedule.best()
  }

  private func sumOfOptima(_ arrivals: [[UInt64]], _ optimum: Optimum) -> Double {
    arrivals.reduce(0) { $0 + optimum.schedule(arrivals: $1).cost(price: optimum.price) }
  }

  /// A few updates of two or three views, some of them at one instant.
  private func fewArrivals(_ random: inout SeededGenerator) -> [[UInt64]] {
    var arrivals = [[UInt64]](repeating: [], count: Int.random(in: 2...3, using: &random))
    let gaps: [UInt64] = [400_000, 1_500_000, 6_000_000, 40_000_000]
    let gap = gaps[Int.random(in: 0..<gaps.count, using: &random)]
    var time: UInt64 = 0
    for _ in 0..<Int.random(in: 2...7, using: &random) {
      if Int.random(in: 0..<4, using: &random) > 0 { time += .random(in: 0...gap, using: &random) }
      arrivals[Int.random(in: 0..<arrivals.count, using: &random)].append(time)
    }
    return arrivals
  }

  private func manyArrivals(
    _ count: Int, views: Int, gap: UInt64, _ random: inout SeededGenerator
  ) -> [[UInt64]] {
    var arrivals = [[UInt64]](repeating: [], count: views)
    var time: UInt64 = 0
    for _ in 0..<count {
      time += .random(in: 0...gap, using: &random)
      arrivals[Int.random(in: 0..<views, using: &random)].append(time)
    }
    return arrivals
  }

  /// Of 70 000 sets, too many for here, all but ten got the best of all, and the worst of those paid 7.9 % more.
  @Test(arguments: [0.02, 0.1, 0.5, 5], [false, true])
  func bestOfAllSchedulesIsFound(price: Double, isBlocked: Bool) {
    var random = SeededGenerator(seed: UInt64(price * 1_000))
    for _ in 0..<24 {
      let arrivals = fewArrivals(&random)
      let start = UInt64.random(in: 0...8_000_000, using: &random)
      let optimum = Optimum(
        delivery: .init(reload: 2_240_000), price: price,
        blocked: isBlocked
          ? [
            start..<start + 5_000_000,
            start + 8_000_000..<start + 9_000_000,
          ] : [])
      let cost = schedule(arrivals, optimum).cost(price: price)
      let best = EverySchedule.leastCost(arrivals, optimum)
      #expect(cost >= best * (1 - 1e-9), "\(arrivals), \(optimum.blocked)")
      #expect(cost <= best * (1 + 1e-9), "\(arrivals), \(optimum.blocked)")
      #expect(best >= sumOfOptima(arrivals, optimum) * (1 - 1e-9))
    }
  }

  @Test(arguments: [0.02, 0.5])
  func bestOfAllSchedulesIsFoundWhereRowsCanBeChanged(price: Double) {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<24 {
      let arrivals = fewArrivals(&random)
      let optimum = Optimum(
        delivery: .init(reload: 2_240_000, rows: (150_000, 240_000)), price: price)
      let cost = schedule(arrivals, optimum).cost(price: price)
      let best = EverySchedule.leastCost(arrivals, optimum)
      #expect(cost >= best * (1 - 1e-9), "\(arrivals)")
      #expect(cost <= best * (1 + 1e-9), "\(arrivals)")
    }
  }

  /// The runs of each view's optimum, one after the other, each with its own updates only.
  private func plainCost(_ arrivals: [[UInt64]], _ optimum: Optimum) -> Double {
    var runs: [(end: UInt64, times: ArraySlice<UInt64>)] = []
    for times in arrivals {
      let ends = optimum.runEnds(arrivals: times)
      for (first, last) in zip([0] + ends, ends) {
        runs.append((times[last - 1], times[first..<last]))
      }
    }
    var free: UInt64 = 0
    return runs.sorted { $0.end < $1.end }.reduce(0) { cost, run in
      free = max(free, run.end) + UInt64(optimum.delivery.reload)
      return cost + optimum.delivery.reload
        + optimum.price * run.times.reduce(0) { $0 + Double(free - $1) }
    }
  }

  @Test(arguments: [20_000, 200_000, 2_000_000, 20_000_000], [0, 0.02, 0.5])
  func costLiesBetweenTheSumOfOptimaAndTheirRunsOneAfterTheOther(gap: UInt64, price: Double) {
    var random = SeededGenerator(seed: gap)
    let arrivals = manyArrivals(300, views: 8, gap: gap, &random)
    let optimum = Optimum(delivery: .init(reload: 2_240_000), price: price)
    let cost = schedule(arrivals, optimum).cost(price: price)
    #expect(cost >= sumOfOptima(arrivals, optimum) * (1 - 1e-9))
    #expect(cost <= plainCost(arrivals, optimum) * (1 + 1e-9))
  }

  @Test(.timeLimit(.minutes(15)), arguments: [8, 1_000])
  func hundredThousandArrivalsArePutOnMainToo(views: Int) {
    var random = SeededGenerator(seed: 5)
    let arrivals = manyArrivals(100_000, views: views, gap: 200_000, &random)
    let optimum = Optimum(delivery: .init(reload: 2_240_000), price: 0.02)
    let cost = schedule(arrivals, optimum).cost(price: 0.02)
    #expect(cost >= sumOfOptima(arrivals, optimum))
    #expect(cost <= plainCost(arrivals, optimum))
  }

  /// Of the k-th view all 12 updates wait for k reloads of 2.24 ms.
  @Test func eightViewsHitAtOnceWaitForEachOther() {
    let reload = 2_240_000.0
    let burst = (1...8).reduce(0) { $0 + reload + 0.02 * 12 * reload * Double($1) }
    #expect(isClose(burst, 37.2736e6))
    let arrivals = Array(
      repeating: Array(repeating: 10_000_000, count: 12)
        + Array(repeating: UInt64(310_000_000), count: 12), count: 8)
    let schedule = schedule(arrivals, Optimum(delivery: .init(reload: reload), price: 0.02))
    #expect(schedule.deliveries == 16)
    #expect(isClose(schedule.cost(price: 0.02), 2 * burst))
  }

  @Test func viewWithMoreWaitingUpdatesComesFirst() {
    let optimum = Optimum(delivery: .init(reload: 100), price: 0.5)
    #expect(
      schedule([[0], [0, 0, 0]], optimum)
        == Optimum.Schedule(deliveries: 2, mainNanoseconds: 200, latencyNanoseconds: 500))
  }

  @Test func deliveryThatMustWaitTakesAlongWhatCameMeanwhile() {
    let optimum = Optimum(delivery: .init(reload: 100), price: 1)
    #expect(optimum.runEnds(arrivals: [1, 150]) == [1, 2])
    #expect(
      schedule([[0, 0, 0], [0, 0], [1, 150]], optimum)
        == Optimum.Schedule(
          deliveries: 3, mainNanoseconds: 300,
          latencyNanoseconds: 3 * 100 + 2 * 200 + 299 + 150))
  }

  @Test func whereNoDeliveriesMeetItIsTheSumOfTheOptima() {
    let optimum = Optimum(delivery: .init(reload: 100), price: 0.02)
    let arrivals: [[UInt64]] = [[0, 10, 1_000_000], [500_000, 500_000], [], [2_000_000]]
    #expect(
      schedule(arrivals, optimum)
        == arrivals.reduce(Optimum.Schedule()) { $0 + optimum.schedule(arrivals: $1) })
  }

  /// As many plays are left as there were.
  @Test func whatPaysNoMoreThanTheBoundIsNotChanged() {
    let optimum = Optimum(delivery: .init(reload: 100), price: 0.02)
    for arrivals: [[UInt64]] in [[[0, 10, 1_000_000], [500_000, 500_000]], [[7], []]] {
      var schedule = SharedMainSchedule(arrivals, optimum)
      let plays = schedule.playsLeft
      _ = schedule.best()
      #expect(schedule.playsLeft == plays)
    }
  }

  /// Each as what is taken out, what the new step waits for, and where it is put.
  @Test func stepIsLeftOutMovedChangedOrPrecededByAnother() {
    let schedule = SharedMainSchedule(
      [[0, 0, 5, 9]], Optimum(delivery: .init(reload: 10), price: 1))
    let changes = schedule.changes(
      of: [2, 3, 4].map { SharedMain.Step(view: 0, last: $0) }, at: 1)
    #expect(
      changes.map { [$0.removed, $0.added?.step.last, $0.added?.position] } == [
        [1, nil, nil],
        [1, 3, 0], [1, 4, 0], [1, 2, 0], [1, 4, 1], [1, 2, 1], [1, 3, 2], [1, 4, 2], [1, 2, 2],
        [nil, 2, 0], [nil, 2, 1],
      ])
  }

  /// Four steps and four instants of arrival.
  @Test func stepIsNotMovedFar() {
    let schedule = SharedMainSchedule(
      [(0..<20).map { UInt64($0) }], Optimum(delivery: .init(reload: 10), price: 1))
    let changes = schedule.changes(
      of: (1...20).map { SharedMain.Step(view: 0, last: $0) }, at: 9)
    #expect(Set(changes.compactMap(\.added).map(\.position)) == Set(5...13))
    #expect(Set(changes.compactMap(\.added).map(\.step.last)) == Set(6...14))
    #expect(changes.filter { $0.removed == nil }.allSatisfy { $0.added?.position ?? 10 <= 9 })
  }

  @Test func deliveryIsOverBeforeABlockOrBeginsAfterIt() {
    let optimum = Optimum(
      delivery: .init(reload: 10), price: 1, blocked: [100..<200])
    #expect(schedule([[90], []], optimum).latencyNanoseconds == 10)
    #expect(schedule([[91], []], optimum).latencyNanoseconds == 119)
    #expect(schedule([[150], []], optimum).latencyNanoseconds == 60)
    #expect(schedule([[80, 81], [80]], optimum).latencyNanoseconds == 10 + 20 + 19)
    #expect(schedule([[85], [85, 85]], optimum).latencyNanoseconds == 2 * 10 + 125)
  }

  @Test func noUpdateCostsNothing() {
    let optimum = Optimum(delivery: .init(reload: 100), price: 0.02)
    #expect(schedule([], optimum) == Optimum.Schedule())
    #expect(schedule([[], []], optimum) == Optimum.Schedule())
  }

  @Test func whereWaitingIsFreeEachViewHasOneDelivery() {
    var random = SeededGenerator(seed: 3)
    let arrivals = manyArrivals(100, views: 3, gap: 5_000_000, &random)
    let schedule = schedule(arrivals, Optimum(delivery: .init(reload: 2_240_000), price: 0))
    #expect(schedule.deliveries == 3)
  }

  @Test func whereDeliveringIsFreeNobodyWaits() {
    var random = SeededGenerator(seed: 3)
    let arrivals = manyArrivals(100, views: 3, gap: 5_000_000, &random)
    let schedule = schedule(arrivals, Optimum(delivery: .init(reload: 0), price: 0.02))
    #expect(schedule.cost(price: 0.02) == 0)
  }

  @Test func clockOfALongUptimeMakesNoDifference() {
    let start: UInt64 = 1 << 62
    var random = SeededGenerator(seed: 4)
    let near = manyArrivals(60, views: 3, gap: 3_000_000, &random)
    let optimum = Optimum(delivery: .init(reload: 2_240_000), price: 0.02)
    #expect(schedule(near.map { $0.map { start + $0 } }, optimum) == schedule(near, optimum))
  }
}
