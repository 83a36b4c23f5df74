/// The costs of showing runs of updates together, from prefix sums in O(1). Waiting times are differences of large
/// sums, so the sums are whole numbers.
struct Runs: Sendable {
  struct Run {
    let main: Double
    let latency: Double

    @inline(__always)
    func cost(_ price: Double) -> Double { main + price * latency }
  }

  let delivery: Optimum.Delivery
  /// Other times count from the first of these.
  private let times: [UInt64]
  private let start: UInt64
  /// By update: when the latest reload reads that shows it at once; empty if that is when it comes.
  private let reads: [UInt64]
  /// By update: when its row can first be changed; empty if that is when it comes.
  private let changes: [UInt64]
  private let blocked: [Range<UInt64>]
  /// By number of updates, the sum of their arrival times: its lower 64 bits, and the upper ones, empty if they are 0.
  private let low: [UInt64]
  private let high: [UInt32]
  private let growth: [Double]
  /// By number of updates, their number of rows; empty if each has a row of its own.
  private let rowCounts: [Int32]

  init(_ updates: Optimum.Arrivals, _ delivery: Optimum.Delivery, blocked: [Range<UInt64>]) {
    self.delivery = delivery
    (growth, rowCounts) = (updates.growth, updates.rowCounts)
    let start = updates.times.first ?? 0
    let times = updates.times
    let ahead = delivery.readsAfter
    let ranges = blocked.filter { $0.upperBound > start }
      .map { $0.lowerBound - min($0.lowerBound, start)..<$0.upperBound - start }
    (self.times, self.start, self.blocked) = (times, start, ranges)
    var (nextRead, nextChange) = (0, 0)
    reads =
      ranges.isEmpty
      ? []
      : times.map {
        let time = $0 - start
        return time < ahead ? time : Self.free(time - ahead, ranges, &nextRead) + ahead
      }
    changes =
      ranges.isEmpty || delivery.rows == nil
      ? [] : times.map { Self.free($0 - start, ranges, &nextChange) }
    var low: [UInt64] = [0]
    low.reserveCapacity(times.count + 1)
    var (sum, carried): (UInt64, UInt32) = (0, 0)
    var high: [UInt32] = []
    for (number, time) in times.enumerated() {
      let added = sum.addingReportingOverflow(time - start)
      sum = added.partialValue
      low.append(sum)
      if added.overflow {
        if high.isEmpty { high = Array(repeating: 0, count: number + 1) }
        carried += 1
      }
      if carried > 0 { high.append(carried) }
    }
    (self.low, self.high) = (low, high)
  }

  /// The first time from `time` on that is not blocked. Times ascend from call to call.
  private static func free(_ time: UInt64, _ blocked: [Range<UInt64>], _ next: inout Int) -> UInt64
  {
    while next < blocked.count, blocked[next].upperBound <= time { next += 1 }
    return next < blocked.count && blocked[next].contains(time) ? blocked[next].upperBound : time
  }

  var count: Int { times.count }

  /// `.max` if there is no such update, here and below.
  @inline(__always)
  func time(_ number: Int) -> UInt64 { number < times.count ? times[number] - start : .max }

  /// When the latest reload reads that shows update `number` at once.
  @inline(__always)
  func read(_ number: Int) -> UInt64 {
    reads.isEmpty ? time(number) : number < reads.count ? reads[number] : .max
  }

  @inline(__always)
  private func change(_ number: Int) -> UInt64 {
    changes.isEmpty ? times[number] - start : changes[number]
  }

  /// The first update that a reload that began at `begin` may have left: it took at least the first of that instant.
  /// `number` is that of an earlier update, and moves on.
  @inline(__always)
  func trigger(after begin: UInt64, _ number: inout Int) -> Int {
    while time(number) < begin { number += 1 }
    return time(number) == begin ? number + 1 : number
  }

  /// When the soonest reload reads that begins after update `trigger` has come, and not before `free`. Times ascend
  /// from call to call.
  @inline(__always)
  func next(_ trigger: Int, free: UInt64, _ block: inout Int) -> UInt64 {
    guard trigger < times.count else { return .max }
    let begin = max(times[trigger] - start, free)
    return (blocked.isEmpty ? begin : Self.free(begin, blocked, &block)) + delivery.readsAfter
  }

  /// The end of a reload that began at `begin` and showed the first `shown` updates.
  @inline(__always)
  func end(_ begin: UInt64, _ shown: Int) -> UInt64 {
    begin + UInt64(delivery.reload + grown(shown))
  }

  @inline(__always)
  private func grown(_ last: Int) -> Double { growth.isEmpty ? 0 : growth[last - 1] }

  /// The place at which to compare reloads that read at `read` and end with update `last`, from 1.
  @inline(__always)
  func place(_ last: Int, read: UInt64) -> Double { Double(read) + grown(last) }

  /// Shows updates `first` + 1 to `last` by a reload that reads at `read`.
  @inline(__always)
  func reload(from first: Int, to last: Int, read: UInt64) -> Run {
    let whole = delivery.reload + grown(last)
    let rest = whole - Double(delivery.readsAfter)
    return Run(
      main: whole, latency: waited(first, last, until: read) + Double(last - first) * rest)
  }

  /// Shows them row by row, as soon as the last one has come.
  @inline(__always)
  func rows(from first: Int, to last: Int, _ rows: (change: Double, layout: Double)) -> Run {
    let changed = rowCounts.isEmpty ? last - first : Int(rowCounts[last] - rowCounts[first])
    let main = Double(max(1, changed)) * rows.change + rows.layout + grown(last)
    return Run(
      main: main,
      latency: waited(first, last, until: change(last - 1)) + Double(last - first) * main)
  }

  /// The total wait of updates `first` + 1 to `last` until `time`, when all have come; exact if it is under 2^63.
  ///
  /// Proof: no update comes before the first and none after `time`, so 0 ≤ waited ≤ longest = count × the time between
  /// these. Wrapping sums and products are right modulo 2^64, and if longest < 2^63 only one number is.
  @inline(__always)
  private func waited(_ first: Int, _ last: Int, until time: UInt64) -> Double {
    let count = UInt64(last - first)
    let (longest, isTooLong) = count.multipliedReportingOverflow(
      by: time &- (low[first + 1] &- low[first]))
    guard !isTooLong, longest <= UInt64(Int64.max) else {
      return Double(count) * Double(time) - (sum(last) - sum(first))
    }
    return Double(Int64(bitPattern: count &* time &- (low[last] &- low[first])))
  }

  /// The sum of the first `number` arrival times, rounded.
  @inline(__always)
  private func sum(_ number: Int) -> Double {
    high.isEmpty ? Double(low[number]) : Double(high[number]) * 0x1p64 + Double(low[number])
  }

  /// The part of a reload's cost after `first` that does not depend on where the run ends.
  @inline(__always)
  func reloadIntercept(_ first: Int, _ least: Double, _ price: Double) -> Double {
    least + price * (sum(first) - Double(first) * (delivery.reload - Double(delivery.readsAfter)))
  }
}
