@testable import BenchHarness
@testable import BenchMath

/// All partitions of each view's arrivals into runs, and all orders of the runs on one main.
struct EverySchedule {
  private let arrivals: [[UInt64]]
  private let optimum: Optimum
  private var least = Double.infinity

  /// What the cheapest of all schedules pays; for a few arrivals.
  static func leastCost(_ arrivals: [[UInt64]], _ optimum: Optimum) -> Double {
    var search = EverySchedule(arrivals: arrivals, optimum: optimum)
    search.extend(free: 0, shown: arrivals.map { _ in 0 }, paid: 0)
    return search.least
  }

  private init(arrivals: [[UInt64]], optimum: Optimum) {
    self.arrivals = arrivals
    self.optimum = optimum
  }

  /// Every run of every view that can be next, unless too much has been paid already.
  private mutating func extend(free: UInt64, shown: [Int], paid: Double) {
    guard paid < least else { return }
    guard zip(shown, arrivals).contains(where: { $0 < $1.count }) else { return least = paid }
    for view in arrivals.indices where shown[view] < arrivals[view].count {
      for last in (shown[view] + 1)...arrivals[view].count {
        let run = arrivals[view][shown[view]..<last]
        let delivery = optimum.delivery
        let rows = delivery.rows.map { Double(run.count) * $0.change + $0.layout }
        let length = UInt64(min(delivery.reload, rows ?? .infinity))
        var begin = max(free, arrivals[view][last - 1])
        for stretch in optimum.blocked
        where stretch.lowerBound < begin + length && begin < stretch.upperBound {
          begin = stretch.upperBound
        }
        let waited = run.reduce(0) { $0 + Double(begin + length - $1) }
        var next = shown
        next[view] = last
        extend(
          free: begin + length, shown: next,
          paid: paid + Double(length) + optimum.price * waited)
      }
    }
  }
}
