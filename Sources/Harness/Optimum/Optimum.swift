/// The least that a scheduler that knows all arrivals beforehand pays for showing one view's updates.
///
/// Cost = Σ over deliveries of their time on main + price × Σ over updates of their latency, where a
/// latency includes the time of the update's own delivery. This is the dynamic TCP-acknowledgement
/// problem (Dooly, Goldman, Scott, "TCP dynamic acknowledgment delay: theory and practice", STOC
/// 1998; J. ACM 48(2), 2001) with a delivery for an acknowledgement.
///
/// In an optimal schedule each delivery begins at the arrival of the last update that it shows, for
/// to wait longer gains nothing; where main is blocked then, at the end of that. So the schedule is
/// a partition of the arrivals into runs, found by dynamic programming: least(j) = min over i < j of
/// least(i) + cost of showing i+1…j together. Written out, each i is a line of slope −i at a place
/// that only ascends with j, so the least is on the lower hull of lines added in order of slope, and
/// the whole takes O(n).
///
/// Deliveries may overlap in it, and a blocked stretch may begin while one is under way, so it is a
/// lower bound for what any strategy can reach. ``SharedMainSchedule`` is the other end for several
/// views on one main: a schedule that can be carried out.
public struct Optimum: Sendable {
  /// What one delivery takes of main.
  public struct Delivery: Sendable {
    /// A reload with its layout commit, in nanoseconds.
    public var reload: Double
    /// One changed row, and the layout commit that follows any number of them, in nanoseconds; nil
    /// where deliveries are reloads only.
    public var rows: (change: Double, layout: Double)?

    /// Makes a description of deliveries.
    public init(reload: Double, rows: (change: Double, layout: Double)? = nil) {
      self.reload = reload
      self.rows = rows
    }
  }

  /// What is best possible.
  public struct Schedule: Sendable, Equatable {
    /// How many deliveries it makes.
    public var deliveries = 0
    /// What they take of main, in nanoseconds.
    public var mainNanoseconds = 0.0
    /// The sum of all latencies, in nanoseconds.
    public var latencyNanoseconds = 0.0

    /// What it costs at `price`, in nanoseconds of main.
    public func cost(price: Double) -> Double { mainNanoseconds + price * latencyNanoseconds }

    /// Two views on one main: a lower bound, for their deliveries may not overlap in truth.
    static func + (left: Schedule, right: Schedule) -> Schedule {
      Schedule(
        deliveries: left.deliveries + right.deliveries,
        mainNanoseconds: left.mainNanoseconds + right.mainNanoseconds,
        latencyNanoseconds: left.latencyNanoseconds + right.latencyNanoseconds)
    }
  }

  /// How many nanoseconds of main one update that waits one nanosecond is worth; 0 or more.
  public let price: Double
  let delivery: Delivery
  let blocked: [Surroundings.Interval]

  /// - Parameters:
  ///   - delivery: what one delivery takes.
  ///   - price: how many nanoseconds of main one update that waits one nanosecond is worth.
  ///   - blocked: when no delivery can begin; ascending, without overlaps.
  public init(delivery: Delivery, price: Double, blocked: [Surroundings.Interval] = []) {
    precondition(price >= 0 && price.isFinite, "A price is 0 or more, and finite.")
    self.delivery = delivery
    self.price = price
    self.blocked = blocked
  }

  /// The best schedule for updates that arrive at `arrivals`: nanoseconds, ascending. O(n).
  public func schedule(arrivals: [UInt64]) -> Schedule {
    guard !arrivals.isEmpty else { return Schedule() }
    let runs = runs(arrivals)
    let ends = bestEnds(runs)
    return zip(ends, ends.dropFirst()).reduce(into: Schedule()) { schedule, run in
      let paid = runs.best(from: run.1, to: run.0, price: price)
      schedule.deliveries += 1
      schedule.mainNanoseconds += paid.main
      schedule.latencyNanoseconds += paid.latency
    }
  }

  /// How many updates have come where each run of the best schedule ends, ascending. O(n).
  func runEnds(arrivals: [UInt64]) -> [Int] {
    guard !arrivals.isEmpty else { return [] }
    return bestEnds(runs(arrivals)).dropLast().reversed()
  }

  /// All times count from the first arrival; there is one.
  private func runs(_ arrivals: [UInt64]) -> Runs {
    Runs(arrivals.map { $0 - arrivals[0] }, delivery, deliveredAt: deliveryTimes(arrivals))
  }

  /// Where the runs of the best partition end, the last first, and 0 behind the first.
  private func bestEnds(_ runs: Runs) -> [Int] {
    let beginnings = bestBeginnings(runs)
    var ends = [runs.count]
    while let last = ends.last, last > 0 { ends.append(beginnings[last]) }
    return ends
  }

  /// When a delivery can begin that waits for each update, counted from the first arrival.
  private func deliveryTimes(_ arrivals: [UInt64]) -> [UInt64] {
    var next = 0
    return arrivals.map { time in
      while next < blocked.count, blocked[next].end <= time { next += 1 }
      let isBlocked = next < blocked.count && blocked[next].contains(time)
      return (isBlocked ? blocked[next].end : time) - arrivals[0]
    }
  }

  /// For each number of updates, where the last run of the best partition of them begins.
  private func bestBeginnings(_ runs: Runs) -> [Int] {
    var least = [0.0]
    least.reserveCapacity(runs.count + 1)
    var beginnings = [0]
    var reloads = LowerHull(capacity: runs.count)
    var rows = LowerHull(capacity: runs.count)
    for last in 1...runs.count {
      let first = last - 1
      reloads.add(
        slope: -Double(first), intercept: runs.reloadIntercept(first, least[first], price))
      var best = reloads.lowest(at: price * runs.deliveryTime(last))
      var cost = least[best] + runs.best(from: best, to: last, price: price).cost(price)
      if let rowCosts = delivery.rows {
        rows.add(
          slope: -Double(first), intercept: runs.rowsIntercept(first, least[first], price, rowCosts)
        )
        let other = rows.lowest(
          at: price * (runs.deliveryTime(last) + 2 * Double(last) * rowCosts.change))
        let otherCost = least[other] + runs.best(from: other, to: last, price: price).cost(price)
        if otherCost < cost { (best, cost) = (other, otherCost) }
      }
      beginnings.append(best)
      least.append(cost)
    }
    return beginnings
  }
}
