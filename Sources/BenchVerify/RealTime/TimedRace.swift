import BenchHarness
import BenchMath
import CBenchPlatform
import Coalesce
import Dispatch
import Foundation

/// Has main act while a thread submits, as often as possible at the moment that decides which of the two
/// comes first.
///
/// That moment is a few nanoseconds long, and chance seldom meets it. So a submission that came after what
/// main did makes the next one earlier, and one that came before it makes it later. Main and the thread
/// each have a core of their own, or a busy machine lets them take turns on one.
///
/// Thread safety: on the main thread only; the thread uses what is locked or atomic.
final class TimedRace: Sendable {
  /// What main does to a round.
  typealias Act = @Sendable (RealTimeRound) -> Void
  /// Whether the submission came after that, once both have ended; told by how many nanoseconds its call
  /// began after the middle of main's.
  typealias IsLate = @Sendable (RealTimeRound, _ nanoseconds: Int) -> Bool

  /// The round of the race that was begun last; `nil` ends the thread.
  private let round = Locked<RealTimeRound?>(nil)
  private let begun = PublishedCount()
  private let submitted = PublishedCount()
  /// How much longer the thread waits before it submits than main before it acts, in nanoseconds.
  private let lag = PublishedCount()
  /// When the thread began to submit, in nanoseconds.
  private let submission = PublishedCount()
  /// How far one race moves the next, and by how much chance does, in nanoseconds.
  private let step: Int
  private let act: Act
  private let isLate: IsLate

  /// How long main waits for the thread before it turns its run loop, for a strategy may need that.
  private static let patience = Duration.milliseconds(20)

  init(seed: UInt64, step: Int, act: @escaping Act, isLate: @escaping IsLate) {
    (self.step, self.act, self.isLate) = (step, act, isLate)
    _ = cplatform_pin_current_thread(0)
    Thread.detachNewThread { [self] in
      _ = cplatform_pin_current_thread(1)
      submit(seed)
    }
  }

  /// Ends the thread.
  func end() {
    _ = cplatform_pin_current_thread(-1)
    round.withLock { $0 = nil }
    begun.value.add(1, ordering: .releasing)
  }

  /// One race. Returns when both have ended.
  func run(_ round: RealTimeRound) {
    self.round.withLock { $0 = round }
    let lag = lag.value.load(ordering: .relaxed)
    begun.value.add(1, ordering: .releasing)
    Self.spin(-lag)
    let start = Self.now
    act(round)
    let middle = (start + Self.now) / 2
    let count = begun.value.load(ordering: .relaxed)
    if !Self.wait(for: submitted, toReach: count, atMost: Self.patience) {
      round.turn(atMost: .seconds(60)) { submitted.value.load(ordering: .acquiring) == count }
    }
    let difference = submission.value.load(ordering: .relaxed) - middle
    self.lag.value.add(isLate(round, difference) ? -step : step, ordering: .relaxed)
  }

  /// What the thread does.
  private func submit(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for number in 1... {
      while !Self.wait(for: begun, toReach: number, atMost: Self.patience) {}
      Self.spin(lag.value.load(ordering: .relaxed) + Int.random(in: 0...step, using: &random))
      guard let round = round.withLock({ $0 }) else { return }
      submission.value.store(Self.now, ordering: .relaxed)
      round.submit(1)
      submitted.value.add(1, ordering: .releasing)
    }
  }

  /// Keeps the processor until the other has counted so far, and gives it up now and then where the other
  /// may need it. Returns whether it has.
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
    _ = Pacer.spin(untilNanoseconds: UInt64(now + nanoseconds))
  }

  private static var now: Int { Int(DispatchTime.now().uptimeNanoseconds) }
}
