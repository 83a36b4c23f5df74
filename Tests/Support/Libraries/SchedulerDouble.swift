import BenchHarness
import Coalesce
import CoalesceStrategies
import CoalesceTesting

/// A virtual scheduler that counts dispatches to the main thread and active timers.
package final class SchedulerDouble: SourceScheduler {
  private let base: VirtualScheduler
  private let posts = Atomic<Int>(0)
  private let setTimers = PublishedCount()
  package let timesLayout = Atomic<Bool>(true)

  package init(_ base: VirtualScheduler) { self.base = base }

  package var postCount: Int { posts.load(ordering: .relaxed) }

  /// How many timers are set and have neither fired nor been disarmed.
  package var setTimerCount: Int { setTimers.value.load(ordering: .relaxed) }

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
    CountedTimer(base.makeTimer(), among: setTimers)
  }

  package func makeSignal(_ kind: SignalKind) -> any UpdateSignal { base.makeSignal(kind) }

  package func makeQueue(label: String) -> any UpdateQueue { base.makeQueue(label: label) }
}

private final class CountedTimer: UpdateTimer {
  private let base: any UpdateTimer
  private let setTimers: PublishedCount
  private let isSet = Atomic<Bool>(false)

  init(_ base: any UpdateTimer, among timers: PublishedCount) {
    self.base = base
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
    base.schedule(deadlineNanoseconds: deadlineNanoseconds)
  }

  func disarm() {
    mark(false)
    base.disarm()
  }

  private func mark(_ isSet: Bool) {
    guard self.isSet.exchange(isSet, ordering: .relaxed) != isSet else { return }
    setTimers.value.wrappingAdd(isSet ? 1 : -1, ordering: .relaxed)
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
