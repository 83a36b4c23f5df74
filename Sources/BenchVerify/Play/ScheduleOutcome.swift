import BenchHarness
import Coalesce

struct ScheduleOutcome {
  let schedule: Schedule
  var seen = WatchedState()
  /// The longest time between two successive heartbeats on the main thread, in nanoseconds.
  var longestSilence: UInt64 = 0
  /// The number of wake-ups in a minute without updates.
  var idleWakeUps = 0
  var otherWork: [Range<UInt64>] = []

  func otherWork(in range: Range<UInt64>) -> UInt64 {
    otherWork.reduce(0) { $0 + UInt64($1.clamped(to: range).count) }
  }

  /// Describes the first delivery that began too soon after the one before, unless a flush hurried it; nil if none did.
  func early(_ strategy: Selection<StrategyEntry>) -> String? {
    guard strategy.entry.keepsSpacing, let spacing = strategy.entry.spacing else { return nil }
    let delivery = Duration.nanoseconds(schedule.cost)
    let promised = spacing(strategy.values, delivery)
    for (last, next) in zip(seen.starts, seen.starts.dropFirst()) where !next.isHurried {
      // Allows for a microsecond, the precision of submission times.
      guard next.time - last.time + 1_000 < promised.wholeNanoseconds else { continue }
      let gap = Duration.nanoseconds(next.time - last.time).text
      return "a delivery began \(gap) after the previous one; promised: at least \(promised.text)"
    }
    return nil
  }

  /// Describes the first delivery that showed too many updates, unless a flush hurried it; nil if none did.
  func large(_ strategy: Selection<StrategyEntry>) -> String? {
    guard let most = strategy.entry.largestDelivery(strategy.values),
      let large = seen.starts.first(where: { !$0.isHurried && $0.shown > most })
    else { return nil }
    return "a delivery showed \(large.shown) updates; promised: at most \(most)"
  }

  /// Describes the first update that waited too long; nil if none did. `more` returns the nanoseconds due to `cause`.
  func late(
    _ strategy: Selection<StrategyEntry>, besides cause: String? = nil,
    more: (Range<UInt64>) -> UInt64 = { _ in 0 }
  ) -> String? {
    guard let bound = strategy.entry.latencyBound else { return nil }
    let promised = bound(strategy.values, Duration.nanoseconds(schedule.cost))
    // Allows for two dispatches (to a queue or timer, and to the main thread) and for a late timer.
    let tolerance = 2 * schedule.hop + UInt64(max(0, schedule.timerErrors.max() ?? 0))
    for (index, update) in seen.updates.enumerated() {
      guard let shown = update.shown else { continue }
      let more = more(update.submitted..<shown)
      let latency = shown - update.submitted
      guard latency > promised.wholeNanoseconds + tolerance + more else { continue }
      let waited = Duration.nanoseconds(latency - more).text
      let besides = cause.map { ", not counting \($0)" } ?? ""
      return "\(seen.name(index)) took \(waited)\(besides); promised: at most \(promised.text)"
    }
    return nil
  }

  var starvation: String? {
    // Apple calls it a hang if the main thread is blocked for over 250 ms.
    guard longestSilence > 250_000_000 else { return nil }
    return "the main thread did no other work for \(Duration.nanoseconds(longestSilence).text)"
  }

  /// Describes the violation of the first of these promises that was broken; nil if none was.
  func fault(_ promises: Promise...) -> String? {
    promises.lazy.compactMap { seen.faults[$0] }.first
  }
}
