import BenchMath

/// A log, evaluated once, for all metrics.
package struct TrialAnalysis: Sendable {
  package let log: TrialLog
  /// Fewer than planned if deliveries submit some.
  package let submitted: Int
  /// When each update was first shown; ``TrialLog/never`` if it was not.
  let shownAt: [UInt64]
  /// Of the updates that were shown, in nanoseconds, ascending.
  package let latencies: [UInt64]
  /// The 99th percentile of the threads' lateness, if that discards the trial. Bursts of the main thread do not count:
  /// it may be late because it delivers. No outcome counts either.
  let voidingLateness: UInt64?
  package let lost: Int
  /// Applied after a newer one of the same producer and view.
  let outOfOrder: Int
  /// The main thread's work for the strategy.
  let busyNanoseconds: UInt64

  /// The cost of the best possible schedule, in nanoseconds; nil if unknown.
  let leastCost: Double?

  func latency(of index: Int) -> UInt64? {
    shownAt[index] == TrialLog.never ? nil : Self.latency(shownAt[index], log.intended[index])
  }

  /// Zero for what was shown before it was intended.
  private static func latency(_ shown: UInt64, _ intended: UInt64) -> UInt64 {
    shown - min(intended, shown)
  }

  /// How late updates were submitted, in nanoseconds; nil where they had no time of their own.
  let lateness: (p99: UInt64?, max: UInt64?)

  /// O(n log n). `isBrief` leaves out lateness and order, which take most of the time.
  init(_ log: TrialLog, leastCost: Double? = nil, isBrief: Bool = false) {
    (self.log, self.leastCost) = (log, leastCost)
    // First, while nothing else of the size of the log is in memory.
    let late = log.isPaced && !isBrief ? Self.lateness(log) { _ in true } : []
    lateness = (percentile(0.99, ofSorted: late), late.last)
    voidingLateness = isBrief ? nil : Self.voidingLateness(log)
    let shownAt = Self.shownTimes(log)
    self.shownAt = shownAt
    let lost = shownAt.indices.count {
      shownAt[$0] == TrialLog.never && log.actual[$0] != TrialLog.never
    }
    self.lost = lost
    var latencies: [UInt64] = []
    latencies.reserveCapacity(log.updates.count)
    for index in shownAt.indices
    where shownAt[index] != TrialLog.never && log.actual[index] != TrialLog.never {
      latencies.append(Self.latency(shownAt[index], log.intended[index]))
    }
    latencies.sort()
    self.latencies = latencies
    submitted = latencies.count + lost
    outOfOrder = isBrief ? 0 : Self.outOfOrderCount(log)
    let worked = log.turns.reduce(0) { $0 + ($1.end - $1.start) }
    let stalled = log.stalls.reduce(UInt64(0)) { $0 + UInt64($1.count) }
    busyNanoseconds = worked - min(worked, stalled)
  }

  private static func lateness(_ log: TrialLog, of isMeant: (Int) -> Bool) -> [UInt64] {
    var late: [UInt64] = []
    late.reserveCapacity(log.actual.count)
    for index in log.actual.indices where log.actual[index] != TrialLog.never && isMeant(index) {
      late.append(log.actual[index] - min(log.intended[index], log.actual[index]))
    }
    late.sort()
    return late
  }

  /// 5 ms is what producers that sleep and spin achieve on a shared two-core machine.
  private static func voidingLateness(_ log: TrialLog) -> UInt64? {
    let late = lateness(log) { log.isThreaded[Int(log.updates.producer[$0])] }
    guard !late.isEmpty else { return nil }
    let p99 = late[(late.count * 99 + 99) / 100 - 1]
    return p99 > 5_000_000 ? p99 : nil
  }

  /// A reload shows each producer's updates in the model at the layout commit, a batch its changes, an application its
  /// own update. All become visible at the end of the turn.
  private static func shownTimes(_ log: TrialLog) -> [UInt64] {
    var shownAt = [UInt64](repeating: TrialLog.never, count: log.updates.count)
    for delivery in log.deliveries {
      guard let index = delivery.applied else { continue }
      shownAt[index] = min(shownAt[index], delivery.shown)
    }
    let places = log.viewCount * log.sectionCount
    let positions = places > 1 ? positionsByPlace(log) : nil
    let none = log.updatesByProducer.map { _ in 0 }
    var next = Array(repeating: none, count: places)
    for commit in log.commits {
      let time = commit.time
      for section in 0..<log.sectionCount where commit.sections >> UInt(section) & 1 == 1 {
        let place = commit.view * log.sectionCount + section
        for producer in log.updatesByProducer.indices {
          let shown = log.shown[commit.shown + producer]
          let own = positions?[place][producer]
          let count = own?.count ?? log.updatesByProducer[producer].count
          var cursor = next[place][producer]
          while cursor < count {
            let position = own.map { Int($0[cursor]) } ?? cursor
            guard position < shown else { break }
            let index = Int(log.updatesByProducer[producer][position])
            shownAt[index] = min(shownAt[index], time)
            cursor += 1
          }
          next[place][producer] = cursor
        }
      }
    }
    return shownAt
  }

  /// By section of a view and by producer: positions of updates in the producer's order.
  private static func positionsByPlace(_ log: TrialLog) -> [[[Int32]]] {
    var positions = [[[Int32]]](
      repeating: Array(repeating: [], count: log.updatesByProducer.count),
      count: log.viewCount * log.sectionCount)
    for (producer, indices) in log.updatesByProducer.enumerated() {
      for (position, index) in indices.enumerated() {
        let section = Int(log.updates.row[Int(index)]) % log.sectionCount
        positions[Int(log.updates.view[Int(index)]) * log.sectionCount + section][producer]
          .append(Int32(position))
      }
    }
    return positions
  }

  private static func outOfOrderCount(_ log: TrialLog) -> Int {
    var newest = [[Int]](
      repeating: Array(repeating: -1, count: log.updatesByProducer.count), count: log.viewCount)
    var count = 0
    for delivery in log.deliveries {
      guard let index = delivery.applied else { continue }
      let producer = Int(log.updates.producer[index])
      if index < newest[delivery.view][producer] { count += 1 }
      newest[delivery.view][producer] = max(newest[delivery.view][producer], index)
    }
    return count
  }
}
