import BenchHarness
import Coalesce
import CoalesceStrategies

/// A throttle without a trailing edge.
///
/// Defect: what is submitted within one interval of the last delivery is dropped, so that the last
/// update of a burst is shown by the next burst, if there is one. It behaves as long as updates are
/// at least one interval apart.
///
/// Origin: `guard now - last > interval else { return }` at the head of a reload.
final class BadNoTrailing<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let intervalNanoseconds: UInt64
  private let scheduler: any UpdateScheduler
  private let last = Locked<UInt64?>(nil)

  init(interval: Duration, scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    intervalNanoseconds = interval.wholeNanoseconds
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, scheduler: scheduler, onDelivery: deliver)
  }

  func submit(_ update: Update) {
    let now = scheduler.nowNanoseconds
    let isLeading = last.withLock { last in
      if let last, now < last + intervalNanoseconds { return false }
      last = now
      return true
    }
    // The defect: nothing remembers the others.
    if isLeading { inner.submit(update) }
  }
}

/// A throttle whose flushes start it anew.
///
/// Defect: what comes right after a flush is shown at once, as if nothing had been shown for a long
/// time: sooner than the rule allows. It behaves as long as nobody flushes.
///
/// Origin: a `flush()` that calls `invalidate()`, which forgets the timer and the last delivery, too.
final class BadFlushResets<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>

  init(interval: Duration, scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    inner = Coalescer(.throttle(for: interval), scheduler: scheduler, onDelivery: deliver)
  }

  func submit(_ update: Update) { inner.submit(update) }

  func flush() {
    inner.flush()
    // The defect.
    inner.resetTiming()
  }
}

/// A debounce without a longest wait.
///
/// Defect: each submission sets the timer anew, so that nothing is shown for as long as updates come
/// closer together than the interval. It behaves as soon as there is a pause.
///
/// Origin: a `DispatchWorkItem` that each call cancels and schedules again.
final class BadDebounceStarves<Update: Mergeable>: HoldingBack {
  let inner: Coalescer<Update>
  let waiting = PendingStore<Update>()
  let timer: any UpdateTimer
  private let intervalNanoseconds: UInt64
  private let scheduler: any UpdateScheduler

  init(interval: Duration, scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    intervalNanoseconds = interval.wholeNanoseconds
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, scheduler: scheduler, onDelivery: deliver)
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.flush() }
  }

  func submit(_ update: Update) {
    _ = waiting.merge(update)
    // The defect: whatever waits already, waits for longer.
    timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + intervalNanoseconds)
  }
}

/// Takes whatever passes between a delivery and main's next block for its layout commit.
///
/// Defect: one second of other work behind a delivery, as at an app's launch, counts as the
/// delivery's own, and the next update, alone, waits for four. It behaves as long as main has
/// nothing else to do right behind a delivery.
///
/// Origin: the first `budget` of this project, which believed its first sample.
func badLearnsFromOthers(handlers: [UInt64], behind: [UInt64]) -> UInt64 { behind.last ?? 0 }

/// The same, but no sample alone is believed: the median of five is.
///
/// Defect: other work that stands behind each delivery, for the same change has others who watch
/// it, counts as the delivery's own. It behaves as long as most deliveries have nothing behind
/// them.
///
/// Origin: medians, which forgive what happens now and then.
func badBelievesMedian(handlers: [UInt64], behind: [UInt64]) -> UInt64 {
  behind.count == 5 ? behind.sorted()[2] : 0
}

/// Takes the longest of five deliveries for what all of them take.
///
/// Defect: after a first delivery that lays everything out, the next updates wait as if each took
/// as long. It behaves as long as deliveries take about the same time.
///
/// Origin: "better too careful than too fast".
func badBelievesLongest(handlers: [UInt64], behind: [UInt64]) -> UInt64 { handlers.max() ?? 0 }

/// A throttle that carries values and lets a late trailing edge overwrite a newer one.
///
/// Defect: whether an update is a leading one is asked of the clock alone. One that comes after the
/// interval's end, but before a late timer has delivered those that waited, is delivered first; then
/// the timer puts the older values over it. It behaves as long as timers are on time and no update
/// comes at that very moment.
///
/// Origin: "deliver now if the interval is over, else keep it for the timer", without a look at what
/// the timer still holds.
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
      // The defect: nobody asked whether older ones wait.
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

  /// The trailing edge: everything that waits is due.
  private func handOver() {
    let now = scheduler.nowNanoseconds
    let updates = state.withLock { state in
      defer { state = ([], state.waiting.isEmpty ? state.last : now) }
      return state.waiting
    }
    updates.forEach(due.submit)
  }
}

/// A timer that looks once a second whether something was forgotten.
///
/// Defect: from the first submission on, main is woken for nothing for as long as the strategy lives.
/// It shows everything in time; what it costs is the battery.
///
/// Origin: timers "just in case", and display links that are never paused.
final class BadSafetyNet<Update: Mergeable>: AroundCorrect {
  let inner: Coalescer<Update>
  private let scheduler: any UpdateScheduler
  private let timer: any UpdateTimer
  private let isOn = Locked<Bool?>(nil)

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, scheduler: scheduler, onDelivery: deliver)
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
    // The defect: whether anything waits or not.
    isOn.withLock { if $0 == true { setTimer() } }
  }

  private func setTimer() {
    timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + 1_000_000_000)
  }
}

/// Hands over what waits 100 ms after the first of it, but sets each fiftieth timer for ten times as
/// long.
///
/// Defect: one delivery in fifty is late. It behaves for the first forty-nine.
///
/// Origin: counters that wrap, and caches that are refreshed now and then.
final class BadFiftiethWaits<Update: Mergeable>: HoldingBack {
  let inner: Coalescer<Update>
  let waiting = PendingStore<Update>()
  let timer: any UpdateTimer
  private let interval: UInt64
  private let scheduler: any UpdateScheduler
  /// How often the timer was set; held while the store and the timer change together.
  private let number = Locked(0)

  init(interval: Duration, scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.interval = interval.wholeNanoseconds
    self.scheduler = scheduler
    inner = Coalescer(.nextPass, scheduler: scheduler, onDelivery: deliver)
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
