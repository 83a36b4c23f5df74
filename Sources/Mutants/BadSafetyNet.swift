import Coalesce

/// A timer that looks once a second whether something was forgotten.
///
/// Defect: from the first submission on, main is woken for nothing for as long as the strategy lives.
/// It shows everything in time; what it costs is the battery.
///
/// Origin: timers "just in case", and display links that are never paused.
///
/// Breaks: `no-idle-wake-ups`.
final class BadSafetyNet<Update: Mergeable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let inner: Coalescer<Update>
  private let timer: any UpdateTimer
  private let isOn = Locked<Bool?>(nil)

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, scheduler: scheduler, deliver: deliver)
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.look() }
  }

  func submit(_ update: Update) {
    inner.submit(update)
    isOn.withLock { isOn in
      guard isOn == nil else { return }
      isOn = true
      setTimer()
    }
  }

  func flush() { inner.flush() }

  func cancel() {
    inner.cancel()
    isOn.withLock { isOn in
      isOn = false
      timer.disarm()
    }
  }

  var pendingCount: Int { inner.pendingCount }

  private func look() {
    inner.flush()
    // The defect: whether anything waits or not.
    isOn.withLock { if $0 == true { setTimer() } }
  }

  private func setTimer() {
    timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + 1_000_000_000)
  }
}
