/// Costs of showing a run of updates together, in O(1). Sums are integers: a wait is a small difference of large sums.
struct Runs: Sendable {
  let delivery: Optimum.Delivery
  private let times: [UInt64]
  /// By update: the soonest read time of a reload that shows it, which is its arrival unless a block delays the reload.
  private let reads: [UInt64]
  /// By update: the earliest time at which its row can be changed.
  private let changes: [UInt64]
  private let blocked: [Range<UInt64>]
  /// The time of the first arrival. Instance methods take and return times since then.
  private let start: UInt64
  /// At n: the sum of the first n arrival times since `start`, once modulo 2^64 and once rounded.
  private let sums: [UInt64], roundedSums: [Double]
  private let growth: [Double]
  /// At n: the cost of the rows of the first n updates, each once; empty if each update costs the least.
  private let rowCosts: [Double]

  init(_ updates: Optimum.Arrivals, _ delivery: Optimum.Delivery, blocked: [Range<UInt64>]) {
    self.delivery = delivery
    self.blocked = blocked
    (growth, rowCosts, times) = (updates.growth, updates.rowCosts, updates.times)
    precondition(
      [0, times.count].contains(growth.count) && [0, times.count + 1].contains(rowCosts.count),
      "Give growth and row costs for all updates or none.")
    let (start, ahead) = (times.first ?? 0, delivery.readsAfter)
    self.start = start
    var (nextRead, nextChange) = (0, 0)
    reads =
      blocked.isEmpty
      ? times
      : times.map {
        $0 - start < ahead ? $0 : Self.firstUnblocked($0 - ahead, blocked, &nextRead) + ahead
      }
    changes =
      blocked.isEmpty || delivery.rowChange == nil
      ? times : times.map { Self.firstUnblocked($0, blocked, &nextChange) }
    var (sums, rounded, carried) = ([0 as UInt64], [0.0], 0.0)
    sums.reserveCapacity(times.count + 1)
    rounded.reserveCapacity(times.count + 1)
    for (number, time) in times.enumerated() {
      let (sum, isCarried) = sums[number].addingReportingOverflow(time - start)
      if isCarried { carried += 0x1p64 }
      sums.append(sum)
      rounded.append(carried + Double(sum))
    }
    (self.sums, roundedSums) = (sums, rounded)
  }

  /// The first time from `time` on that is not blocked. `time` must ascend from call to call.
  private static func firstUnblocked(
    _ time: UInt64, _ blocks: [Range<UInt64>], _ next: inout Int
  ) -> UInt64 {
    while next < blocks.count, blocks[next].upperBound <= time { next += 1 }
    return next < blocks.count && blocks[next].contains(time) ? blocks[next].upperBound : time
  }

  var count: Int { times.count }
  /// When update `number` arrives; `.max` if there is no such update.
  func time(_ number: Int) -> UInt64 { number < times.count ? times[number] - start : .max }
  /// The soonest read time of a reload that shows update `number`; `.max` if there is no such update.
  func read(_ number: Int) -> UInt64 { number < reads.count ? reads[number] - start : .max }

  /// The first update that a reload beginning at `begin` may leave untaken: of the updates that arrive at `begin`, the
  /// reload takes at least the first. The search starts at update `number` and advances `number`.
  func trigger(after begin: UInt64, _ number: inout Int) -> Int {
    while time(number) < begin { number += 1 }
    return time(number) == begin ? number + 1 : number
  }

  /// The read time of the first reload that can begin once `trigger` has arrived, at time `free` or later; `.max` if
  /// there is no such update. `trigger` and `free` must ascend from call to call.
  @inline(__always)
  func soonestRead(_ trigger: Int, free: UInt64, _ block: inout Int) -> UInt64 {
    guard trigger < times.count else { return .max }
    let begin = max(times[trigger], start + free)
    return Self.firstUnblocked(begin, blocked, &block) - start + delivery.readsAfter
  }

  /// The end of a reload that began at `begin` and showed the first `shown` updates.
  func end(_ begin: UInt64, _ shown: Int) -> UInt64 {
    begin + UInt64(delivery.reload + grown(shown))
  }

  private func grown(_ last: Int) -> Double { growth.isEmpty ? 0 : growth[last - 1] }

  /// The place at which to compare predecessors of a reload that reads at `read` and shows the first `last` updates.
  func place(_ last: Int, read: UInt64) -> Double { Double(read) + grown(last) }

  /// The cost of showing updates `first` + 1 to `last` by a reload that reads at `read`.
  func reload(from first: Int, to last: Int, read: UInt64) -> Optimum.Schedule {
    let whole = delivery.reload + grown(last)
    let rest = whole - Double(delivery.readsAfter)
    return Optimum.Schedule(
      deliveries: 1, mainNanoseconds: whole,
      latencyNanoseconds: waited(first, last, until: read) + Double(last - first) * rest)
  }

  /// The cost of showing updates `first` + 1 to `last` by row changes, as soon as the row of the last can be changed.
  func rows(from first: Int, to last: Int, _ change: Double) -> Optimum.Schedule {
    let changed =
      rowCosts.isEmpty ? Double(last - first) * change : rowCosts[last] - rowCosts[first]
    let main = max(change, changed) + grown(last)
    let waited = waited(first, last, until: changes[last - 1] - start)
    let rest = delivery.areRowsDrained ? change : main
    return Optimum.Schedule(
      deliveries: 1, mainNanoseconds: main,
      latencyNanoseconds: waited + Double(last - first) * rest)
  }

  /// The total wait of updates `first` + 1 to `last` until `time`, when all have arrived; exact if `longest` < 2^63.
  /// Proof: `longest` is their number × the wait of the first, so 0 ≤ total wait ≤ `longest`. Wrapping sums and
  /// products are correct modulo 2^64, which determines a number in this range if `longest` < 2^63.
  private func waited(_ first: Int, _ last: Int, until time: UInt64) -> Double {
    let count = UInt64(last - first)
    let (longest, isTooLong) = count.multipliedReportingOverflow(
      by: time &- (sums[first + 1] &- sums[first]))
    guard !isTooLong, longest <= UInt64(Int64.max) else {
      return Double(count) * Double(time) - (roundedSums[last] - roundedSums[first])
    }
    return Double(Int64(bitPattern: count &* time &- (sums[last] &- sums[first])))
  }

  /// The part of a schedule's cost that does not depend on where its last run ends, if that run is a reload following
  /// the first `first` updates. `least` is the least cost of showing those.
  func reloadIntercept(_ first: Int, _ least: Double, _ price: Double) -> Double {
    let rest = delivery.reload - Double(delivery.readsAfter)
    return least + price * (roundedSums[first] - Double(first) * rest)
  }
}
