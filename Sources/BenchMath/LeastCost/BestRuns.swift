/// Finds the best partition of updates into runs, again and again in the same room.
struct BestRuns: ~Copyable {
  /// Of each number of updates, the least that they cost.
  private let least: UnsafeMutableBufferPointer<Double>
  /// Of each number of updates, where the last run of the best partition of them begins.
  private let beginnings: UnsafeMutableBufferPointer<Int32>
  private var reloads: LowerHull
  private var rows: LowerHull

  /// Room for `capacity` updates: 12 bytes each, and what the hulls come to hold.
  init(capacity: Int) {
    precondition(capacity < Int32.max, "An optimum is of under 2^31 updates.")
    least = .allocate(capacity: capacity + 1)
    least.initialize(repeating: 0)
    beginnings = .allocate(capacity: capacity + 1)
    beginnings.initialize(repeating: 0)
    reloads = LowerHull(capacity: capacity)
    rows = LowerHull(capacity: capacity)
  }

  deinit {
    least.deallocate()
    beginnings.deallocate()
  }

  /// What the best partition pays. O(n).
  mutating func schedule(_ runs: Runs, price: Double) -> Optimum.Schedule {
    find(runs, price)
    var schedule = Optimum.Schedule()
    var last = runs.count
    while last > 0 {
      let first = Int(beginnings[last])
      let paid = runs.best(from: first, to: last, price: price)
      schedule.deliveries += 1
      schedule.mainNanoseconds += paid.main
      schedule.latencyNanoseconds += paid.latency
      last = first
    }
    return schedule
  }

  /// How many updates have come where each run of the best partition ends, ascending. O(n).
  mutating func ends(_ runs: Runs, price: Double) -> [Int] {
    find(runs, price)
    var ends: [Int] = []
    var last = runs.count
    while last > 0 {
      ends.append(last)
      last = Int(beginnings[last])
    }
    return ends.reversed()
  }

  private mutating func find(_ runs: Runs, _ price: Double) {
    precondition(runs.count < least.count, "There is room for as many updates as were asked for.")
    reloads.removeAll()
    if let costs = runs.delivery.rows {
      rows.removeAll()
      Self.find(runs, costs, price, &reloads, &rows, least, beginnings)
    } else {
      Self.find(runs, price, &reloads, least, beginnings)
    }
  }

  private static func find(
    _ runs: Runs, _ price: Double, _ reloads: inout LowerHull,
    _ least: UnsafeMutableBufferPointer<Double>, _ beginnings: UnsafeMutableBufferPointer<Int32>
  ) {
    for first in 0..<runs.count {
      let last = first + 1
      reloads.add(intercept: runs.reloadIntercept(first, least[first], price))
      let best = reloads.lowest(at: price * runs.place(last))
      beginnings[last] = Int32(truncatingIfNeeded: best)
      least[last] = least[best] + runs.best(from: best, to: last, price: price).cost(price)
    }
  }

  /// Where a delivery may change rows, too.
  private static func find(
    _ runs: Runs, _ costs: (change: Double, layout: Double), _ price: Double,
    _ reloads: inout LowerHull, _ rows: inout LowerHull,
    _ least: UnsafeMutableBufferPointer<Double>, _ beginnings: UnsafeMutableBufferPointer<Int32>
  ) {
    for first in 0..<runs.count {
      let last = first + 1
      reloads.add(intercept: runs.reloadIntercept(first, least[first], price))
      rows.add(intercept: runs.rowsIntercept(first, least[first], price, costs))
      let place = runs.place(last)
      var best = reloads.lowest(at: price * place)
      var cost = least[best] + runs.best(from: best, to: last, price: price).cost(price)
      let other = rows.lowest(at: price * (place + 2 * Double(last) * costs.change))
      if other != best {
        let otherCost = least[other] + runs.best(from: other, to: last, price: price).cost(price)
        if otherCost < cost { (best, cost) = (other, otherCost) }
      }
      beginnings[last] = Int32(truncatingIfNeeded: best)
      least[last] = cost
    }
  }
}
