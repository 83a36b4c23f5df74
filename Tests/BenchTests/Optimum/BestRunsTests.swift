import Testing

@testable import BenchHarness
@testable import BenchMath

/// The search against the one it replaced, bit for bit: only the way to the figures may differ.
@Suite struct BestRunsTests {

  static let deliveries: [Optimum.Delivery] = [
    .init(reload: 2_240_000), .init(reload: 0.5), .init(reload: 9e12),
    .init(reload: 2_240_000, rows: (150_000, 240_000)), .init(reload: 900, rows: (100, 0)),
    .init(reload: 2_240_000, rows: (0.1, 7)),
  ]

  /// Gaps in nanoseconds: the last ones make sums beyond 64 bits, and waits beyond 63.
  static let gaps: [ClosedRange<UInt64>] = [
    0...0, 0...3, 1_000_000...1_000_000, 0...20_000_000, 0...1_000_000_000_000,
    0...(1 << 53), 1 << 54...1 << 54,
  ]

  private func arrivals(
    _ count: Int, _ gap: ClosedRange<UInt64>, _ random: inout SeededGenerator
  ) -> [UInt64] {
    var time = UInt64.random(in: 0...1_000, using: &random)
    return (0..<count).map { _ in
      time += .random(in: gap, using: &random)
      return time
    }
  }

  @Test(arguments: deliveries.indices, gaps.indices)
  func answersWhatTheSearchInWholeNumbersDid(delivery: Int, gap: Int) {
    var random = SeededGenerator(seed: UInt64(10 * delivery + gap))
    for count in [0, 1, 2, 3, 17, 400] {
      let arrivals = arrivals(count, Self.gaps[gap], &random)
      let middle = arrivals.isEmpty ? 0 : arrivals[count / 2]
      for blocked in [[], [middle..<middle + 9_000_000]] {
        for price in [0, 0.02] + Frontier.prices {
          let optimum = Optimum(delivery: Self.deliveries[delivery], price: price, blocked: blocked)
          let former = FormerOptimum(optimum, arrivals)
          #expect(optimum.schedule(arrivals: arrivals) == former.schedule)
          #expect(optimum.runEnds(arrivals: arrivals) == former.runEnds)
        }
      }
    }
  }

  /// Long enough for hulls to be moved to the front of their room, and for sums beyond 64 bits.
  @Test(arguments: deliveries.indices)
  func answersTheSameForManyUpdates(delivery: Int) {
    var random = SeededGenerator(seed: UInt64(delivery))
    let arrivals = arrivals(20_000, 0...100_000_000_000_000, &random)
    for price in [Frontier.prices[0], 1e-9, 0.02, 1e9] {
      let optimum = Optimum(delivery: Self.deliveries[delivery], price: price)
      #expect(
        optimum.schedule(arrivals: arrivals) == FormerOptimum(optimum, arrivals).schedule)
    }
  }

  @Test func roomThatWasUsedBeforeMakesNoDifference() {
    var random = SeededGenerator(seed: 8)
    let delivery = Self.deliveries[3]
    var best = BestRuns(capacity: 500)
    for _ in 0..<20 {
      let count = Int.random(in: 0...500, using: &random)
      let arrivals = arrivals(count, 0...5_000_000, &random)
      let price = Double.random(in: 0...2, using: &random)
      let found = best.schedule(
        Runs(Optimum.Arrivals(times: arrivals), delivery, blocked: []), price: price)
      #expect(found == Optimum(delivery: delivery, price: price).schedule(arrivals: arrivals))
    }
  }
}

/// The optimum as it was found before: every sum and wait in 128 bits, every hull kept whole.
private struct FormerOptimum {
  private var ends: [Int] = []
  private(set) var schedule = Optimum.Schedule()

  var runEnds: [Int] { ends.reversed() }

  init(_ optimum: Optimum, _ arrivals: [UInt64]) {
    let costs = FormerCosts(optimum, arrivals)
    var least = [0.0]
    var beginnings = [0]
    var reloads = FormerHull()
    var rows = FormerHull()
    let price = optimum.price
    for last in arrivals.indices.map({ $0 + 1 }) {
      let begun = Double(last - 1)
      let (before, sum) = (least[last - 1], Double(costs.sums[last - 1]))
      let time = Double(costs.times[last - 1])
      reloads.add(-begun, before + price * (sum - begun * optimum.delivery.reload))
      var best = reloads.lowest(price * time)
      var cost = least[best] + costs.best(best, last).cost(price)
      if let row = optimum.delivery.rows {
        rows.add(
          -begun,
          before - begun * row.change
            + price * (sum + begun * begun * row.change - begun * row.layout))
        let other = rows.lowest(price * (time + 2 * Double(last) * row.change))
        let otherCost = least[other] + costs.best(other, last).cost(price)
        if otherCost < cost { (best, cost) = (other, otherCost) }
      }
      beginnings.append(best)
      least.append(cost)
    }
    var last = arrivals.count
    while last > 0 {
      let paid = costs.best(beginnings[last], last)
      schedule.deliveries += 1
      schedule.mainNanoseconds += paid.main
      schedule.latencyNanoseconds += paid.latency
      ends.append(last)
      last = beginnings[last]
    }
  }
}

private struct FormerCosts {
  let optimum: Optimum
  var sums: [Int128] = [0]
  var times: [UInt64] = []

  init(_ optimum: Optimum, _ arrivals: [UInt64]) {
    self.optimum = optimum
    for time in arrivals {
      sums.append(sums[sums.count - 1] + Int128(time - arrivals[0]))
      let end = optimum.blocked.first { $0.contains(time) }?.upperBound ?? time
      times.append(end - arrivals[0])
    }
  }

  func best(_ first: Int, _ last: Int) -> Runs.Run {
    let waited = Double(
      Int128(last - first) * Int128(times[last - 1]) - (sums[last] - sums[first]))
    func run(_ main: Double) -> Runs.Run {
      Runs.Run(main: main, latency: waited + Double(last - first) * main)
    }
    let reload = run(optimum.delivery.reload)
    guard let rows = optimum.delivery.rows else { return reload }
    let changed = run(Double(last - first) * rows.change + rows.layout)
    return changed.cost(optimum.price) < reload.cost(optimum.price) ? changed : reload
  }
}

private struct FormerHull {
  private var lines: [(slope: Double, intercept: Double, number: Int)] = []
  private var first = 0
  private var added = 0

  mutating func add(_ slope: Double, _ intercept: Double) {
    while lines.count - first >= 2 {
      let (before, last) = (lines[lines.count - 2], lines[lines.count - 1])
      guard
        (intercept - before.intercept) * (before.slope - last.slope)
          <= (last.intercept - before.intercept) * (before.slope - slope)
      else { break }
      lines.removeLast()
    }
    lines.append((slope, intercept, added))
    added += 1
  }

  mutating func lowest(_ place: Double) -> Int {
    func value(_ index: Int) -> Double { lines[index].slope * place + lines[index].intercept }
    while lines.count - first >= 2, value(first + 1) <= value(first) { first += 1 }
    return lines[first].number
  }
}
