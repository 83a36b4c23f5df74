import BenchHarness
import Coalesce
import CoalesceStrategies
import CoalesceTesting

/// A virtual scheduler that counts dispatches to the main thread and active timers, and whose timers may fire early or
/// late.
package final class SchedulerDouble: SourceScheduler {
  private let base: VirtualScheduler
  private let timerError: Duration
  private let posts = Atomic<Int>(0)
  private let setTimers = SetTimers()
  package let timesLayout = Atomic<Bool>(true)

  /// - Parameters:
  ///   - base: the scheduler that does the work.
  ///   - error: how late timers fire; if negative, how early they fire, unless their deadline is
  ///     closer than that.
  package init(
    _ base: VirtualScheduler, timerError error: Duration = .zero
  ) {
    self.base = base
    timerError = error
  }

  package var postCount: Int { posts.load(ordering: .relaxed) }

  /// How many timers are set and have neither fired nor been disarmed.
  package var setTimerCount: Int { setTimers.count.load(ordering: .relaxed) }

  package var nowNanoseconds: UInt64 { base.nowNanoseconds }
  package var isMain: Bool { base.isMain }
  package var turns: MainTurns { base.turns }
  package func timeLayout(_ done: @escaping @Sendable (UInt64, UInt64) -> Void) {
    if timesLayout.load(ordering: .relaxed) { base.timeLayout(done) }
  }

  package func afterPaint(_ work: @escaping @Sendable () -> Void) -> Bool {
    base.afterPaint(work)
  }

  package func onMain(_ work: @escaping @Sendable () -> Void) {
    posts.wrappingAdd(1, ordering: .relaxed)
    base.onMain(work)
  }

  package func makeTimer() -> any UpdateTimer {
    InexactTimer(base.makeTimer(), scheduler: base, error: timerError, among: setTimers)
  }

  package func makeSignal(_ kind: SignalKind) -> any UpdateSignal { base.makeSignal(kind) }

  package func makeQueue(label: String) -> any UpdateQueue { base.makeQueue(label: label) }
}

private final class SetTimers: Sendable {
  let count = Atomic<Int>(0)
}

/// A timer that fires late, or early if its deadline is far enough away.
private final class InexactTimer: UpdateTimer {
  private let base: any UpdateTimer
  private let scheduler: VirtualScheduler
  private let error: Duration
  private let setTimers: SetTimers
  private let isSet = Atomic<Bool>(false)

  init(
    _ base: any UpdateTimer, scheduler: VirtualScheduler, error: Duration, among timers: SetTimers
  ) {
    self.base = base
    self.scheduler = scheduler
    self.error = error
    setTimers = timers
  }

  deinit { mark(false) }

  func setHandler(_ handler: @escaping @Sendable () -> Void) {
    base.setHandler { [weak self] in
      self?.mark(false)
      handler()
    }
  }

  func schedule(deadlineNanoseconds: UInt64) {
    mark(true)
    let early = (.zero - error).wholeNanoseconds
    let isFarAway = deadlineNanoseconds > scheduler.nowNanoseconds + early
    base.schedule(
      deadlineNanoseconds: (isFarAway ? deadlineNanoseconds - early : deadlineNanoseconds)
        + error.wholeNanoseconds)
  }

  func disarm() {
    mark(false)
    base.disarm()
  }

  private func mark(_ isSet: Bool) {
    guard self.isSet.exchange(isSet, ordering: .relaxed) != isSet else { return }
    setTimers.count.wrappingAdd(isSet ? 1 : -1, ordering: .relaxed)
  }
}

extension Stage {
  /// Makes a stage, and the scheduler with which its strategy sets timers.
  package static func counting(_ make: Make) -> (Stage, SchedulerDouble) {
    var double: SchedulerDouble?
    let stage = Stage(
      wrap: { base in
        let made = SchedulerDouble(base)
        double = made
        return made
      }, make)
    guard let double else { preconditionFailure("A stage wraps its scheduler.") }
    return (stage, double)
  }
}
