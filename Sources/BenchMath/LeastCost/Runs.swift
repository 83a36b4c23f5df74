/// The cost of showing runs of updates together, from prefix sums in O(1). Waiting times are
/// differences of large sums, so those are whole numbers; only what a hull compares is rounded.
struct Runs: Sendable {
  struct Run {
    let main: Double
    let latency: Double

    @inline(__always)
    func cost(_ price: Double) -> Double { main + price * latency }
  }

  let delivery: Optimum.Delivery
  /// All other times count from the first of them.
  private let times: [UInt64]
  private let start: UInt64
  /// By update: when a reload reads that is as late as it may be to show it at once; empty if that
  /// is when it comes.
  private let reads: [UInt64]
  /// By update: when its row can first be changed; empty if that is when it comes.
  private let changes: [UInt64]
  private let blocked: [Range<UInt64>]
  /// By number of updates, the sum of their arrival times: rounded, and its lower 64 bits.
  private let rounded: [Double]
  private let low: [UInt64]
  private let growth: [Double]

  init(_ updates: Optimum.Arrivals, _ delivery: Optimum.Delivery, blocked: [Range<UInt64>]) {
    self.delivery = delivery
    growth = updates.growth
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
    var sum: Int128 = 0
    var low: [UInt64] = [0]
    low.reserveCapacity(times.count + 1)
    var rounded: [Double] = [0]
    rounded.reserveCapacity(times.count + 1)
    for time in times {
      sum += Int128(time - start)
      low.append(UInt64(truncatingIfNeeded: sum))
      rounded.append(Double(nearest: sum))
    }
    (self.low, self.rounded) = (low, rounded)
  }

  /// The first time from `time` on that is not blocked. Times must ascend.
  private static func free(_ time: UInt64, _ blocked: [Range<UInt64>], _ next: inout Int) -> UInt64
  {
    while next < blocked.count, blocked[next].upperBound <= time { next += 1 }
    return next < blocked.count && blocked[next].contains(time) ? blocked[next].upperBound : time
  }

  var count: Int { times.count }

  /// Of update `number`, counted from 0; never if there is none.
  @inline(__always)
  func time(_ number: Int) -> UInt64 { number < times.count ? times[number] - start : .max }

  /// When a reload reads that is as late as it may be to show update `number`; never if there is
  /// none.
  @inline(__always)
  func read(_ number: Int) -> UInt64 {
    reads.isEmpty ? time(number) : number < reads.count ? reads[number] : .max
  }

  /// When the row of update `number` can first be changed.
  @inline(__always)
  private func change(_ number: Int) -> UInt64 {
    changes.isEmpty ? times[number] - start : changes[number]
  }

  /// The soonest that a reload reads after one that read at `read` and showed the first `shown`
  /// updates, if any: when the next update has come and, unless deliveries overlap, the main thread
  /// is free. Times must ascend.
  @inline(__always)
  func next(
    after read: UInt64, _ shown: Int, overlaps: Bool = false, hasTrains: Bool = false,
    _ block: inout Int
  ) -> UInt64 {
    let ahead = delivery.readsAfter
    var soonest = times[shown] - start + ahead
    if shown > 0, !overlaps {
      let length = UInt64(delivery.reload + grown(shown))
      let isTrain = hasTrains && ahead > 0 && times[shown] - times[shown - 1] < 2 * length
      soonest = isTrain ? read + length : max(soonest, read + length)
    }
    return blocked.isEmpty ? soonest : Self.free(soonest - ahead, blocked, &block) + ahead
  }

  @inline(__always)
  private func grown(_ last: Int) -> Double { growth.isEmpty ? 0 : growth[last - 1] }

  /// Where lines of reloads are compared that read at `read` and end with update `last`, from 1.
  @inline(__always)
  func place(_ last: Int, read: UInt64) -> Double { Double(read) + grown(last) }

  /// The same for row changes.
  @inline(__always)
  func place(_ last: Int, changing rows: (change: Double, layout: Double)) -> Double {
    Double(change(last - 1)) + grown(last) + 2 * Double(last) * rows.change
  }

  /// Updates `first` + 1 to `last`, by a reload that reads at `read`.
  @inline(__always)
  func reload(from first: Int, to last: Int, read: UInt64) -> Run {
    let whole = delivery.reload + grown(last)
    let rest = whole - Double(delivery.readsAfter)
    return Run(
      main: whole, latency: waited(first, last, until: read) + Double(last - first) * rest)
  }

  /// The same row by row, as soon as the last one has come.
  @inline(__always)
  func rows(from first: Int, to last: Int, _ rows: (change: Double, layout: Double)) -> Run {
    let count = Double(last - first)
    let main = count * rows.change + rows.layout + grown(last)
    return Run(
      main: main, latency: waited(first, last, until: change(last - 1)) + count * main)
  }

  /// The total wait of updates `first` + 1 to `last` until `time`, when all have come; rounded
  /// once.
  ///
  /// Proof that 64 bits suffice where they are used: no update comes before the first and none
  /// after `time`, so 0 ≤ waited ≤ longest = count × the time between these. Wrapping sums and
  /// products are right modulo 2^64, and if longest < 2^63 only one number is.
  @inline(__always)
  private func waited(_ first: Int, _ last: Int, until time: UInt64) -> Double {
    let count = UInt64(last - first)
    let (longest, isTooLong) = count.multipliedReportingOverflow(
      by: time &- (low[first + 1] &- low[first]))
    guard !isTooLong, longest <= UInt64(Int64.max) else { return longWaited(first, last, time) }
    return Double(Int64(bitPattern: count &* time &- (low[last] &- low[first])))
  }

  @inline(never)
  private func longWaited(_ first: Int, _ last: Int, _ time: UInt64) -> Double {
    let whole = Int128(last - first) * Int128(time)
    return Double(nearest: whole - (sum(last) - sum(first)))
  }

  /// The sum of the first so many arrival times. It is below 2^93 (under 2^29 times below 2^64), so
  /// the rounded sum is off by at most 2^39, which the lower 64 bits correct.
  private func sum(_ number: Int) -> Int128 {
    let near = Int128(rounded[number])
    return near + Int128(Int64(bitPattern: low[number] &- UInt64(truncatingIfNeeded: near)))
  }

  /// The cost of beginning after `first`, without the part that depends on where the run ends.
  @inline(__always)
  func reloadIntercept(_ first: Int, _ least: Double, _ price: Double) -> Double {
    least + price
      * (rounded[first] - Double(first) * (delivery.reload - Double(delivery.readsAfter)))
  }

  @inline(__always)
  func rowsIntercept(
    _ first: Int, _ least: Double, _ price: Double, _ rows: (change: Double, layout: Double)
  ) -> Double {
    let begun = Double(first)
    return least - begun * rows.change
      + price * (rounded[first] + begun * begun * rows.change - begun * rows.layout)
  }
}

extension Double {
  /// The value nearest to `whole`, ties to even. The standard library takes over 200 ns for 128 bits,
  /// and most sums have 64.
  fileprivate init(nearest whole: Int128) {
    let low = Int64(truncatingIfNeeded: whole)
    self = Int128(low) == whole ? Double(low) : Double(whole)
  }
}
