import BenchHarness
import Coalesce

/// What came of a schedule.
struct ScheduleOutcome {
  /// What was played.
  let schedule: Schedule
  /// What the view saw.
  let seen: WatchedState
  /// The longest time without any of main's other work, in nanoseconds.
  let longestSilence: UInt64
  /// How often anything was woken in a minute in which there was nothing to do.
  let idleWakeUps: Int
  /// When main did other work.
  let otherWork: [Range<UInt64>]

  /// What the machine adds to any wait: two hops, to a queue or a timer and to main, and the lateness
  /// of a timer.
  var tolerance: UInt64 {
    2 * schedule.hop + UInt64(max(0, schedule.timerErrors.max() ?? 0))
  }

  /// How much of the time in `range` the main thread spent with other work.
  func otherWork(in range: Range<UInt64>) -> UInt64 {
    otherWork.reduce(0) { $0 + UInt64($1.clamped(to: range).count) }
  }

  /// The first delivery that came sooner after the one before than the strategy's rule says, in words;
  /// nil where none did. What a flush hurried may come at any time.
  func early(_ strategy: Selection<StrategyEntry>) -> String? {
    guard strategy.entry.keepsSpacing, let spacing = strategy.entry.spacing else { return nil }
    let delivery = Duration.nanoseconds(Int64(clamping: schedule.cost))
    let promised = spacing(strategy.values, delivery)
    for (last, next) in zip(seen.starts, seen.starts.dropFirst()) where !next.isHurried {
      // Times of submissions are known to a microsecond.
      guard next.time - last.time + 1_000 < promised.wholeNanoseconds else { continue }
      let gap = Duration.nanoseconds(Int64(clamping: next.time - last.time)).text
      return "a delivery began \(gap) after the one before, promised is \(promised.text)"
    }
    return nil
  }

  /// The first update that waited for longer than the strategy's rule says, in words; nil where none
  /// did. What passed of `more` while it waited is not the strategy's.
  func late(
    _ strategy: Selection<StrategyEntry>, besides cause: String? = nil,
    more: (Range<UInt64>) -> UInt64 = { _ in 0 }
  ) -> String? {
    guard let bound = strategy.entry.latencyBound else { return nil }
    let promised = bound(strategy.values, Duration.nanoseconds(Int64(clamping: schedule.cost)))
    for (index, update) in seen.updates.enumerated() {
      guard let shown = update.shown else { continue }
      let more = more(update.submitted..<shown)
      let latency = shown - update.submitted
      guard latency > promised.wholeNanoseconds + tolerance + more else { continue }
      let waited = Duration.nanoseconds(Int64(clamping: latency - more)).text
      let besides = cause.map { " besides \($0)" } ?? ""
      return "\(seen.name(index)) took \(waited)\(besides), promised is \(promised.text)"
    }
    return nil
  }

  /// How a promise was seen broken; nil if it was not.
  func fault(_ promises: Promise...) -> String? {
    promises.lazy.compactMap { self.seen.faults[$0] }.first
  }
}
