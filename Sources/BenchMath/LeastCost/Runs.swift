/// What it costs to show runs of updates together, each from prefix sums in O(1).
///
/// Waiting times are differences of large sums, so they are kept as whole numbers; only what a hull
/// compares is rounded.
struct Runs: Sendable {
  struct Run {
    let main: Double
    let latency: Double

    @inline(__always)
    func cost(_ price: Double) -> Double { main + price * latency }
  }

  let delivery: Optimum.Delivery
  private let deliveredAt: [UInt64]
  /// Of each number of updates, the sum of their arrival times.
  private let sums: [Int128]
  /// The same, rounded.
  private let roundedSums: [Double]
  private let growth: [Double]

  /// All times count from the first arrival.
  init(_ updates: Optimum.Arrivals, _ delivery: Optimum.Delivery, blocked: [Range<UInt64>]) {
    self.delivery = delivery
    growth = updates.growth
    let arrivals = updates.times
    let start = arrivals.first ?? 0
    var next = 0
    deliveredAt = arrivals.map { time in
      while next < blocked.count, blocked[next].upperBound <= time { next += 1 }
      let isBlocked = next < blocked.count && blocked[next].contains(time)
      return (isBlocked ? blocked[next].upperBound : time) - start
    }
    var sums: [Int128] = [0]
    sums.reserveCapacity(arrivals.count + 1)
    var sum: Int128 = 0
    for time in arrivals {
      sum += Int128(time - start)
      sums.append(sum)
    }
    self.sums = sums
    roundedSums = sums.map { Double(nearest: $0) }
  }

  var count: Int { deliveredAt.count }

  /// Where lines are compared whose runs end with update `last`, counted from 1: when it can be
  /// delivered, and what the delivery takes beyond one of an empty view.
  @inline(__always)
  func place(_ last: Int) -> Double { Double(deliveredAt[last - 1]) + grown(last) }

  @inline(__always)
  private func grown(_ last: Int) -> Double { growth.isEmpty ? 0 : growth[last - 1] }

  /// Updates `first` + 1 to `last`, in the cheaper way.
  @inline(__always)
  func best(from first: Int, to last: Int, price: Double) -> Run {
    let waited = waited(first, last)
    let count = Double(last - first)
    let grown = grown(last)
    let whole = delivery.reload + grown
    let reload = Run(main: whole, latency: waited + count * whole)
    guard let rows = delivery.rows else { return reload }
    let main = count * rows.change + rows.layout + grown
    let changed = Run(main: main, latency: waited + count * main)
    return changed.cost(price) < reload.cost(price) ? changed : reload
  }

  /// How long updates `first` + 1 to `last` wait in all until they can be delivered; exact but for
  /// the rounding to a `Double`.
  ///
  /// Proof that 64 bits do where they are taken: no update of the run comes before its first one and
  /// none after it can be delivered, so 0 ≤ waited ≤ longest = count × the time between these. Sums
  /// and products that wrap are right modulo 2^64, and if longest < 2^63 there is one number that
  /// is. Both ways round it once, to nearest or even, so they answer the same.
  @inline(__always)
  private func waited(_ first: Int, _ last: Int) -> Double {
    let count = UInt64(last - first)
    let time = deliveredAt[last - 1]
    let (longest, isTooLong) = count.multipliedReportingOverflow(
      by: time &- (low(first + 1) &- low(first)))
    guard !isTooLong, longest <= UInt64(Int64.max) else { return longWaited(first, last) }
    return Double(Int64(bitPattern: count &* time &- (low(last) &- low(first))))
  }

  @inline(__always)
  private func low(_ number: Int) -> UInt64 { UInt64(truncatingIfNeeded: sums[number]) }

  @inline(never)
  private func longWaited(_ first: Int, _ last: Int) -> Double {
    let whole = Int128(last - first) * Int128(deliveredAt[last - 1])
    return Double(nearest: whole - (sums[last] - sums[first]))
  }

  /// The part of the cost of beginning after `first` that does not depend on where the run ends.
  @inline(__always)
  func reloadIntercept(_ first: Int, _ least: Double, _ price: Double) -> Double {
    least + price * (roundedSums[first] - Double(first) * delivery.reload)
  }

  /// The same where the run is shown row by row.
  @inline(__always)
  func rowsIntercept(
    _ first: Int, _ least: Double, _ price: Double, _ rows: (change: Double, layout: Double)
  ) -> Double {
    let begun = Double(first)
    return least - begun * rows.change
      + price * (roundedSums[first] + begun * begun * rows.change - begun * rows.layout)
  }
}

extension Double {
  /// The value nearest to `whole`, ties to even.
  ///
  /// The initialiser of the standard library answers the same, but by way of generic code that
  /// takes over 200 ns where this takes 1 to 3 ns (Swift 6.3.1, x86-64).
  init(nearest whole: Int128) {
    let low = Int64(truncatingIfNeeded: whole)
    guard Int128(low) != whole else {
      self = Double(low)
      return
    }
    let magnitude = Double(nearest: whole.magnitude)
    self = whole < 0 ? -magnitude : magnitude
  }

  /// The upper 64 bits decide, with the lowest of them set if anything was cut off: a `Double` keeps
  /// 53, so that bit only says on which side of a tie the number lies. Scaling is exact.
  private init(nearest magnitude: UInt128) {
    let shift = max(0, 64 - magnitude.leadingZeroBitCount)
    let upper = UInt64(truncatingIfNeeded: magnitude >> UInt128(shift))
    let isCut = magnitude & ((1 << UInt128(shift)) - 1) != 0
    self =
      Double(upper | (isCut ? 1 : 0)) * Double(sign: .plus, exponent: shift, significand: 1)
  }
}
