import BenchMath

/// What metrics read: a log, worked through once.
package struct TrialAnalysis: Sendable {
  package let log: TrialLog
  /// How many updates were submitted; fewer than planned where some are submitted by deliveries.
  package let submitted: Int
  /// When each update was first shown; ``TrialLog/never`` if it was not.
  let shownAt: [UInt64]
  /// Latencies of the updates that were shown, in nanoseconds, ascending.
  package let latencies: [UInt64]
  /// How late each update was submitted, against its intended time, in nanoseconds, ascending; empty
  /// where none had one.
  package let lateness: [UInt64]
  /// The ninety-ninth percentile of the threads' lateness, if that makes the trial void.
  ///
  /// Bursts that main submits itself are excepted: main may be late because it delivers. The rule
  /// looks at no outcome.
  let voidingLateness: UInt64?
  /// Updates that were submitted and never shown.
  package let lost: Int
  /// Updates that were applied after a newer one of the same producer and view.
  let outOfOrder: Int
  /// What main worked for the strategy in the observed time, in nanoseconds.
  let busyNanoseconds: UInt64

  /// What the best possible schedule pays for the same arrivals; nil where nothing is delivered,
  /// where a delivery costs nothing, and where updates were lost.
  package let optimum: Optimum.Schedule?
  /// What a schedule that can be carried out on one main pays for them; nil where there is no
  /// optimum, and for a single view.
  let sharedMain: Optimum.Schedule?

  /// How long update `index` took to be shown, in nanoseconds; nil if it was not.
  func latency(of index: Int) -> UInt64? {
    shownAt[index] == TrialLog.never ? nil : Self.latency(shownAt[index], log.intended[index])
  }

  /// Zero for what was shown before it was intended.
  private static func latency(_ shown: UInt64, _ intended: UInt64) -> UInt64 {
    shown - min(intended, shown)
  }

  /// Works through `log`; O(n log n) in its updates. `isBrief` leaves out the optimum, lateness and order, which
  /// take most of the time.
  init(_ log: TrialLog, isBrief: Bool = false) {
    self.log = log
    let shownAt = Self.shownTimes(log)
    self.shownAt = shownAt
    var latencies: [UInt64] = []
    latencies.reserveCapacity(log.updates.count)
    var lost = 0
    for index in 0..<log.updates.count where log.actual[index] != TrialLog.never {
      if shownAt[index] == TrialLog.never {
        lost += 1
      } else {
        latencies.append(Self.latency(shownAt[index], log.intended[index]))
      }
    }
    latencies.sort()
    self.latencies = latencies
    submitted = latencies.count + lost
    lateness =
      !log.isPaced || isBrief
      ? []
      : log.actual.indices.lazy.filter { log.actual[$0] != TrialLog.never }
        .map { log.actual[$0] - min(log.intended[$0], log.actual[$0]) }.sorted()
    self.lost = lost
    let optimum = lost == 0 && !isBrief ? log.optimum : nil
    self.optimum = optimum
    sharedMain = optimum.flatMap { _ in log.sharedMain }
    voidingLateness = isBrief ? nil : Self.voidingLateness(log)
    outOfOrder = isBrief ? 0 : Self.outOfOrderCount(log)
    let worked = log.turns.reduce(0) { $0 + ($1.end - $1.start) }
    let stalled = log.stalls.reduce(UInt64(0)) { $0 + UInt64($1.count) }
    busyNanoseconds = worked - min(worked, stalled)
  }

  /// Source of the 5 ms: what producers that sleep and spin on a shared two-core machine keep to.
  private static func voidingLateness(_ log: TrialLog) -> UInt64? {
    let late = log.actual.indices.lazy
      .filter { log.isThreaded[Int(log.updates.producer[$0])] && log.actual[$0] != TrialLog.never }
      .map { log.actual[$0] - min(log.intended[$0], log.actual[$0]) }.sorted()
    guard !late.isEmpty else { return nil }
    let p99 = late[(late.count * 99 + 99) / 100 - 1]
    return p99 > 5_000_000 ? p99 : nil
  }

  /// A reload shows, of its view, whatever of each producer the model had at the layout commit; an
  /// application shows its own update. Either is seen at the end of its turn.
  private static func shownTimes(_ log: TrialLog) -> [UInt64] {
    var shownAt = [UInt64](repeating: TrialLog.never, count: log.updates.count)
    for delivery in log.deliveries {
      guard let index = delivery.applied else { continue }
      shownAt[index] = min(shownAt[index], delivery.shown)
    }
    let positions = positionsByPlace(log)
    var next = positions.map { $0.map { _ in 0 } }
    for commit in log.commits {
      let time = commit.time
      for section in 0..<log.sectionCount where commit.sections >> UInt(section) & 1 == 1 {
        let place = commit.view * log.sectionCount + section
        for producer in log.updatesByProducer.indices {
          let shown = log.shown[commit.shown + producer]
          let own = positions[place][producer]
          var cursor = next[place][producer]
          while cursor < own.count, own[cursor] < shown {
            let index = log.updatesByProducer[producer][own[cursor]]
            shownAt[index] = min(shownAt[index], time)
            cursor += 1
          }
          next[place][producer] = cursor
        }
      }
    }
    return shownAt
  }

  /// Of each section of each view, and each producer, the positions of its updates in the
  /// producer's order.
  private static func positionsByPlace(_ log: TrialLog) -> [[[Int]]] {
    var positions = [[[Int]]](
      repeating: Array(repeating: [], count: log.updatesByProducer.count),
      count: log.viewCount * log.sectionCount)
    for (producer, indices) in log.updatesByProducer.enumerated() {
      for (position, index) in indices.enumerated() {
        let section = Int(log.updates.row[index]) % log.sectionCount
        positions[Int(log.updates.view[index]) * log.sectionCount + section][producer]
          .append(position)
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
