extension Metric {
  package static let mainBusyShare = Metric(
    "main_busy_share",
    "time the main thread spends on deliveries and layout ÷ the workload's length"
  ) { $0.log.share(Double($0.busyNanoseconds)) }

  package static let longestBlock = Metric(
    "longest_block_ms", "the longest run-loop turn; users notice 100 ms, and 250 ms is a hang"
  ) { milliseconds($0.log.turns.lazy.map { $0.end - $0.start }.max() ?? 0) }

  static let inputDelayP99 = Metric(
    "input_delay_p99_ms",
    "delay until the main thread handles a user event at a random time, 99th percentile"
  ) { $0.log.length > 0 ? inputDelay(share: 0.99, $0.log) / 1e6 : nil }

  static let mainWakeUps = Metric(
    "main_wake_ups_per_s", title: "wake-ups",
    "how often per second the main thread was woken; in real time, counts the strategy's only"
  ) { trial in trial.log.wakeUps.flatMap { trial.log.perSecond(Double($0)) } }

  static let heartbeatShare = Metric(
    "heartbeat_share", better: .higher,
    "share of due heartbeats that the main thread handled; only if the workload has a heartbeat"
  ) {
    $0.log.heartbeats.flatMap { due, heard in
      due > 0 ? min(1, Double(heard) / Double(due)) : nil
    }
  }

  static let mainCoreChanges = Metric(
    "main_core_changes", title: "core changes", better: .neither,
    "how often a delivery ended on a different core from the previous delivery; 0 when pinned"
  ) {
    let cores = $0.log.deliveries.lazy.map(\.core)
    guard let first = cores.first, first >= 0 else { return nil }
    return Double(zip(cores, cores.dropFirst()).count { $0 != $1 })
  }

  /// The delay x, in nanoseconds, such that an event due at a random time waits longer than x with probability 1 −
  /// share. Events due during a turn wait until the turn ends, so in a turn of length l, events due in the first l − x
  /// wait longer than x. Solves Σ (l − x) = (1 − share) × the workload's length exactly, over the turns longer than x.
  private static func inputDelay(share: Double, _ log: TrialLog) -> Double {
    let allowed = (1 - share) * Double(log.length)
    // Most turns have one of a few lengths, so grouping by length avoids sorting millions of turns.
    let lengths = Dictionary(log.turns.lazy.map { ($0.end - $0.start, 1) }, uniquingKeysWith: +)
      .sorted { $0.key > $1.key }
    var (sum, count) = (0.0, 0.0)
    for (place, (length, turns)) in lengths.enumerated() {
      count += Double(turns)
      sum += Double(turns) * Double(length)
      let next = place + 1 < lengths.count ? Double(lengths[place + 1].key) : 0
      if sum - count * next >= allowed { return max(0, (sum - allowed) / count) }
    }
    return 0
  }
}
