import BenchMath

/// A trial's log, evaluated once for all metrics.
struct TrialAnalysis: Sendable {
  let log: TrialLog
  let counters: TrialCounters
  /// The cost of the best possible schedule, in nanoseconds; nil if unknown.
  let leastCost: Double?
  /// The number of updates submitted; may be less than planned if deliveries submit updates.
  let submitted: Int
  let lost: Int
  /// The latencies of shown updates, in nanoseconds, ascending.
  let latencies: [UInt64]
  /// The latencies of all trials that this one stands for, ascending.
  var pooledLatencies: [UInt64]
  /// The longest latency of a shown urgent update, in nanoseconds; nil if no urgent update was shown.
  let longestUrgent: UInt64?
  /// How long views were out of date, summed over the views.
  let staleNanoseconds: UInt64
  /// How late updates were submitted, in nanoseconds; nil if unpaced or `isBrief`. `p99` needs at least 1 000 updates.
  let lateness: (p99: UInt64?, max: UInt64?)
  /// The 99th percentile of lateness on producer threads, in nanoseconds; nil if too low to discard the trial. Leaves
  /// out the main thread's bursts, which deliveries may delay.
  let voidingLateness: UInt64?
  /// How long the main thread delivered and laid out.
  let busyNanoseconds: UInt64
  let felt: Felt
  /// Without figures if `isBrief`.
  let evenness: Evenness

  /// Evaluates the log in O(n log n). `isBrief` leaves out lateness and evenness.
  init(
    _ log: TrialLog, _ counters: TrialCounters = TrialCounters(), leastCost: Double? = nil,
    isBrief: Bool = false
  ) {
    self.log = log
    self.counters = counters
    self.leastCost = leastCost
    // Compute this first, before other arrays as large as the log are in memory.
    let late = log.isPaced && !isBrief ? Self.lateness(log) { _ in true } : []
    lateness = (percentile(0.99, ofSorted: late), late.last)
    voidingLateness = isBrief ? nil : Self.voidingLateness(log)
    var times = log.shownTimes()
    let updates = log.submittedInOrder()
    felt = Felt(log, updates, shown: times)
    evenness = Evenness(log, isBrief ? [] : updates, shown: times)
    staleNanoseconds = Self.staleNanoseconds(log, updates, shown: times)
    longestUrgent = log.updates.urgent.filter { times[$0] != TrialLog.never }
      .map { log.latency($0, shown: times[$0]) }.max()
    // Latencies overwrite the times: a second array of that size would be half of a trial's memory.
    var count = 0
    var lost = 0
    for index in times.indices where log.actual[index] != TrialLog.never {
      if times[index] == TrialLog.never {
        lost += 1
      } else {
        times[count] = log.latency(index, shown: times[index])
        count += 1
      }
    }
    times.removeLast(times.count - count)
    times.radixSort()
    (latencies, pooledLatencies) = (times, times)
    (self.lost, submitted) = (lost, count + lost)
    busyNanoseconds = log.frames == nil ? UInt64(felt.busy) : Self.worked(log)
  }

  /// The main thread's turns without other work. On a screen with frames of its own, what measures the list is a turn,
  /// too.
  private static func worked(_ log: TrialLog) -> UInt64 {
    let turns = log.turns.reduce(0) { $0 + ($1.end - $1.start) }
    return turns - min(turns, log.stalls.reduce(0) { $0 + UInt64($1.count) })
  }

  private static func lateness(_ log: TrialLog, of isMeant: (Int) -> Bool) -> [UInt64] {
    var late: [UInt64] = []
    late.reserveCapacity(log.actual.count)
    for index in log.actual.indices where log.actual[index] != TrialLog.never && isMeant(index) {
      late.append(log.actual[index] - min(log.intended[index], log.actual[index]))
    }
    late.radixSort()
    return late
  }

  /// The limit is 5 ms: producers that sleep and spin stay below that on a shared two-core machine.
  private static func voidingLateness(_ log: TrialLog) -> UInt64? {
    let late = lateness(log) { log.isThreaded[Int(log.updates.producer[$0])] }
    guard !late.isEmpty else { return nil }
    let p99 = late[(late.count * 99 + 99) / 100 - 1]
    return p99 > 5_000_000 ? p99 : nil
  }

  private static func staleNanoseconds(
    _ log: TrialLog, _ updates: [Int], shown: [UInt64]
  ) -> UInt64 {
    var covered = [UInt64](repeating: 0, count: log.viewCount)
    var total: UInt64 = 0
    for index in updates {
      let view = Int(log.updates.view[index])
      let from = max(log.intended[index], covered[view])
      let until = min(shown[index], log.end)
      guard until > from else { continue }
      total += until - from
      covered[view] = until
    }
    return total
  }
}

extension TrialLog {
  /// The submitted updates, in the order of their intended times.
  fileprivate func submittedInOrder() -> [Int] {
    var submitted: [Int] = []
    submitted.reserveCapacity(intended.count)
    for index in intended.indices where actual[index] != Self.never { submitted.append(index) }
    // Intended times need not ascend if unpaced producers or deliveries set them.
    let isSorted = zip(intended, intended.dropFirst()).allSatisfy { $0 <= $1 }
    return isSorted ? submitted : submitted.sorted { (intended[$0], $0) < (intended[$1], $1) }
  }

  /// The latency of update `index` if shown at `time`; zero if `time` is before the intended time.
  fileprivate func latency(_ index: Int, shown time: UInt64) -> UInt64 {
    time - min(intended[index], time)
  }
}
