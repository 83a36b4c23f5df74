import BenchHarness
import BenchStatistics
import Coalesce
import Dispatch
import Foundation

/// Cancels what is pending on main while a thread submits, as often as possible at the moment that
/// decides whether the submission is dropped or kept.
///
/// That moment is a few nanoseconds long, and chance seldom meets it. So a submission that was kept makes
/// the next one earlier, and one that was dropped makes it later. The thread never sleeps, for one that
/// wakes up begins on main's core.
///
/// Thread safety: on the main thread only; the thread uses what is locked or atomic.
final class CancellingRace: Sendable {
  /// The round of the race that was begun last; `nil` ends the thread.
  private let round = Locked<RealTimeRound?>(nil)
  private let begun = PublishedCount()
  private let submitted = PublishedCount()
  /// How much longer the thread waits before it submits than main before it cancels, in nanoseconds.
  private let lag = PublishedCount()

  /// How far one race moves the next, in nanoseconds.
  private static let step = 40
  /// How long main waits for the thread before it turns its run loop, for a strategy may need that.
  private static let patience = Duration.milliseconds(20)

  init(seed: UInt64) {
    Thread.detachNewThread { [self] in submit(seed) }
  }

  /// Ends the thread.
  func end() {
    round.withLock { $0 = nil }
    begun.value.add(1, ordering: .releasing)
  }

  /// One race. Returns when both have ended.
  func run(_ round: RealTimeRound) {
    self.round.withLock { $0 = round }
    let lag = lag.value.load(ordering: .relaxed)
    begun.value.add(1, ordering: .releasing)
    Self.spin(-lag)
    round.cancelPending()
    let count = begun.value.load(ordering: .relaxed)
    if !Self.wait(for: submitted, toReach: count, atMost: Self.patience) {
      round.turn(atMost: .seconds(60)) { submitted.value.load(ordering: .acquiring) == count }
    }
    self.lag.value.add(round.pendingCount > 0 ? -Self.step : Self.step, ordering: .relaxed)
  }

  /// What the thread does.
  private func submit(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for number in 1... {
      while !Self.wait(for: begun, toReach: number, atMost: Self.patience) {}
      Self.spin(lag.value.load(ordering: .relaxed) + Int.random(in: 0...Self.step, using: &random))
      guard let round = round.withLock({ $0 }) else { return }
      round.submit(1)
      submitted.value.add(1, ordering: .releasing)
    }
  }

  /// Keeps the processor until the other has counted so far, and gives it up now and then where the other
  /// may need it. Answers whether it has.
  private static func wait(
    for other: PublishedCount, toReach count: Int, atMost patience: Duration
  ) -> Bool {
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end {
      for _ in 0..<20_000 where other.value.load(ordering: .acquiring) >= count { return true }
      sched_yield()
    }
    return false
  }

  private static func spin(_ nanoseconds: Int) {
    guard nanoseconds > 0 else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    _ = Pacer.spin(untilNanoseconds: now + UInt64(nanoseconds))
  }
}
