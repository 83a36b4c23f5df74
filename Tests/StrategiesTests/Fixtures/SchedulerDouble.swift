import Strategies
import Synchronization

/// A virtual scheduler that counts posts to main and whose timers may fire early.
final class SchedulerDouble: UpdateScheduler {
  private let base: VirtualScheduler
  private let earlyNanoseconds: UInt64
  private let posts = Atomic<Int>(0)

  /// - Parameters:
  ///   - base: what does the work.
  ///   - early: how much too early a timer fires that is set for later than that.
  init(_ base: VirtualScheduler, timersAreEarlyBy early: Duration = .zero) {
    self.base = base
    earlyNanoseconds = early.wholeNanoseconds
  }

  var postCount: Int { posts.load(ordering: .relaxed) }
  var nowNanoseconds: UInt64 { base.nowNanoseconds }
  var isMain: Bool { base.isMain }

  func onMain(_ work: @escaping @Sendable () -> Void) {
    posts.add(1, ordering: .relaxed)
    base.onMain(work)
  }

  func makeTimer() -> any UpdateTimer {
    EarlyTimer(base.makeTimer(), scheduler: base, earlyNanoseconds: earlyNanoseconds)
  }

  func makeSignal(_ kind: SignalKind) -> any UpdateSignal { base.makeSignal(kind) }

  func makeQueue(label: String) -> any UpdateQueue { base.makeQueue(label: label) }
}

/// A timer that fires too early, once its deadline is far enough away.
private final class EarlyTimer: UpdateTimer {
  private let base: any UpdateTimer
  private let scheduler: VirtualScheduler
  private let earlyNanoseconds: UInt64

  init(_ base: any UpdateTimer, scheduler: VirtualScheduler, earlyNanoseconds: UInt64) {
    self.base = base
    self.scheduler = scheduler
    self.earlyNanoseconds = earlyNanoseconds
  }

  func setHandler(_ handler: @escaping @Sendable () -> Void) { base.setHandler(handler) }

  func schedule(deadlineNanoseconds: UInt64) {
    let isFarAway = deadlineNanoseconds > scheduler.nowNanoseconds + earlyNanoseconds
    base.schedule(
      deadlineNanoseconds: isFarAway ? deadlineNanoseconds - earlyNanoseconds : deadlineNanoseconds)
  }

  func disarm() { base.disarm() }
}
