import BenchLibrarySupport
import Coalesce
import CoalesceStrategies

/// A throttle without a trailing edge.
///
/// Defect: updates submitted within one interval after the last delivery are dropped, so the last update of a burst is
/// not shown until the next burst, if there is one. Correct as long as updates are at least one interval
/// apart.
final class BadNoTrailing<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let intervalNanoseconds: UInt64
  private let scheduler: any UpdateScheduler
  private let last = Locked<UInt64?>(nil)

  init(interval: Duration, scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    intervalNanoseconds = interval.wholeNanoseconds
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, on: .scheduler(scheduler), onDelivery: deliver)
  }

  func submit(_ update: Update) {
    let now = scheduler.nowNanoseconds
    let isLeading = last.withLock { last in
      if let last, now < last + intervalNanoseconds { return false }
      last = now
      return true
    }
    // The defect: the others are dropped.
    if isLeading { inner.submit(update) }
  }
}

/// A throttle that a flush resets.
///
/// Defect: an update right after a flush is shown immediately, as if nothing had been shown for a long time, which is
/// sooner than the rule allows. Correct as long as `flush` is not called.
final class BadFlushResets<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>

  init(interval: Duration, scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    inner = Coalescer(.throttle(for: interval), on: .scheduler(scheduler), onDelivery: deliver)
  }

  func submit(_ update: Update) { inner.submit(update) }

  func flush() {
    inner.flush()
    // The defect.
    inner.resetTiming()
  }
}

/// A debounce without a maximum wait.
///
/// Defect: each submission restarts the timer, so nothing is shown as long as updates come closer together than the
/// interval. Correct as soon as there is a pause.
final class BadDebounceStarves<Update: Mergeable>: HoldingBack {
  let inner: Coalescer<Update>
  let waiting = PendingStore<Update>()
  let timer: any UpdateTimer
  private let intervalNanoseconds: UInt64
  private let scheduler: any UpdateScheduler

  init(interval: Duration, scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    intervalNanoseconds = interval.wholeNanoseconds
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, on: .scheduler(scheduler), onDelivery: deliver)
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.flush() }
  }

  func submit(_ update: Update) {
    _ = waiting.merge(update)
    // The defect: updates that already wait now wait longer.
    timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + intervalNanoseconds)
  }
}

/// Counts all time between a delivery and the main thread's next block as the delivery's layout commit.
///
/// Defect: one second of other work right after a delivery, as at an app's launch, counts as the delivery's own, so the
/// next update waits four seconds, even alone. Correct as long as the main thread has no other work right after a
/// delivery.
func badLearnsFromOthers(handlers: [UInt64], behind: [UInt64]) -> UInt64 { behind.last ?? 0 }

/// Like `badLearnsFromOthers`, but trusts the median of five samples instead of a single one.
///
/// Defect: if other work follows every delivery, because other observers react to the same change, it counts as the
/// delivery's own. Correct as long as most deliveries have no other work right after
/// them.
func badBelievesMedian(handlers: [UInt64], behind: [UInt64]) -> UInt64 {
  behind.count == 5 ? behind.sorted()[2] : 0
}

/// Assumes that all deliveries take as long as the longest of the last five.
///
/// Defect: after a first delivery that lays everything out, the next updates wait as if every delivery took
/// as long. Correct as long as deliveries take about the same time.
func badBelievesLongest(handlers: [UInt64], behind: [UInt64]) -> UInt64 { handlers.max() ?? 0 }

/// A throttle that carries values and lets a late trailing edge overwrite a newer one.
///
/// Defect: the clock alone decides whether an update is a leading one. An update that comes after the interval's end,
/// but before a late timer has delivered the waiting ones, is delivered first; then the timer overwrites it with older
/// values. Correct as long as timers are on time and no update comes at exactly that moment.
final class BadNewerOverwritten<Update: Sendable>: UpdateStrategy {
  private let intervalNanoseconds: UInt64
  private let scheduler: any UpdateScheduler
  private let due: MainDrain<Update>
  private let timer: any UpdateTimer
  private let state = Locked((waiting: [Update](), last: UInt64?.none))

  init(interval: Duration, scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    intervalNanoseconds = interval.wholeNanoseconds
    self.scheduler = scheduler
    due = MainDrain(budget: .milliseconds(8), scheduler: scheduler, deliver: deliver)
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.handOver() }
  }

  func submit(_ update: Update) {
    let now = scheduler.nowNanoseconds
    let deadline: UInt64? = state.withLock { state in
      guard let last = state.last, now < last + intervalNanoseconds else {
        state.last = now
        return nil
      }
      state.waiting.append(update)
      return last + intervalNanoseconds
    }
    if let deadline {
      timer.schedule(deadlineNanoseconds: deadline)
    } else {
      // The defect: there is no check for older updates that wait.
      due.submit(update)
    }
  }

  func flush() {
    handOver()
    due.flush()
  }

  func cancel() {
    due.cancel()
    timer.disarm()
    state.withLock { $0.waiting = [] }
  }

  var pendingCount: Int { state.withLock { $0.waiting.count } + due.pendingCount }

  /// The trailing edge: all waiting updates are due.
  private func handOver() {
    let now = scheduler.nowNanoseconds
    let updates = state.withLock { state in
      defer { state = ([], state.waiting.isEmpty ? state.last : now) }
      return state.waiting
    }
    updates.forEach(due.submit)
  }
}

/// A timer that checks once a second for forgotten updates.
///
/// Defect: from the first submission on, the main thread is woken every second for as long as the strategy lives. All
/// updates are shown in time, but it drains the battery.
final class BadSafetyNet<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let scheduler: any UpdateScheduler
  private let timer: any UpdateTimer
  private let isOn = Locked<Bool?>(nil)

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, on: .scheduler(scheduler), onDelivery: deliver)
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

  func cancel() {
    inner.cancel()
    isOn.withLock { isOn in
      isOn = false
      timer.disarm()
    }
  }

  private func look() {
    inner.flush()
    // The defect: sets the timer even if nothing is pending.
    isOn.withLock { if $0 == true { setTimer() } }
  }

  private func setTimer() {
    timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + 1_000_000_000)
  }
}

/// Delivers one interval after the first waiting update, but sets each fiftieth timer for ten times as
/// long.
///
/// Defect: one delivery in fifty is late. Correct for the first forty-nine.
final class BadFiftiethWaits<Update: Mergeable>: HoldingBack {
  let inner: Coalescer<Update>
  let waiting = PendingStore<Update>()
  let timer: any UpdateTimer
  private let interval: UInt64
  private let scheduler: any UpdateScheduler
  /// How often the timer was set. Locked while the store and the timer change, so that they change together.
  private let number = Locked(0)

  init(interval: Duration, scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.interval = interval.wholeNanoseconds
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, on: .scheduler(scheduler), onDelivery: deliver)
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.handOver() }
  }

  func submit(_ update: Update) {
    number.withLock { number in
      guard waiting.merge(update) == update.updateCount else { return }
      number += 1
      // The defect.
      let wait = number % 50 == 0 ? 10 * interval : interval
      timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + wait)
    }
  }
}
