import BenchHarness
import CoalesceTesting

/// Plays one schedule on one strategy in virtual time and watches its deliveries.
///
/// Thread safety: none; a simulation belongs to one thread.
final class SchedulePlayer: WatchedStrategy, @unchecked Sendable {
  // `@unchecked` is safe: a player and its scheduler serve one simulation, and only the scheduler calls their closures.

  /// More steps than any schedule needs: a strategy that takes more is considered endless.
  private static let stepLimit = 200_000
  private static let second: UInt64 = 1_000_000_000

  private var outcome: ScheduleOutcome
  private let scheduler: VirtualScheduler
  private var isCancelled = false
  /// The steps inside deliveries and callbacks, with the number of times that each is still to be taken.
  private var insideSteps: [(step: ScheduleStep, left: Int)]
  private var lastBeat: UInt64 = 0
  private var hasDelivered = false

  static func play(_ schedule: Schedule, on strategy: Selection<StrategyEntry>) -> ScheduleOutcome {
    SchedulePlayer(schedule, strategy).play()
  }

  private init(_ schedule: Schedule, _ selection: Selection<StrategyEntry>) {
    outcome = ScheduleOutcome(schedule: schedule)
    let scheduler = VirtualScheduler(hop: .nanoseconds(schedule.hop))
    self.scheduler = scheduler
    insideSteps = schedule.steps.filter(\.isAtCall).map { ($0, $0.count) }
    scheduler.stepsLeft = Self.stepLimit
    if !schedule.timerErrors.isEmpty {
      var next = 0
      scheduler.timerErrorNanoseconds = {
        defer { next += 1 }
        return schedule.timerErrors[next % schedule.timerErrors.count]
      }
    }
    super.init(
      selection, on: scheduler,
      animation: schedule.animation == 0
        ? nil
        : DeliveryWatch.Animation(nanoseconds: schedule.animation) { delay, completed in
          scheduler.onMain(atNanoseconds: scheduler.elapsedNanoseconds + delay, completed)
        })
    watch.hooks.withLock { hooks in
      hooks.work = { [weak self] in self?.work() }
      hooks.callback = { [weak self] in self?.takeInside([.callback]) }
    }
    scheduler.turnDidEnd = { [weak self] in
      self?.watch.update { $0.beginTurn() }
      self?.notePending()
    }
  }

  private func play() -> ScheduleOutcome {
    for step in schedule.steps where !step.isAtCall {
      for number in 0..<step.count { add(step, at: step.time + UInt64(number) * step.gap) }
    }
    if schedule.heartbeat > 0 { addHeartbeats() }
    let isOver = runToTheEnd()
    if scheduler.stepsLeft > 0, !isCancelled, !isDropped { watch.update { $0.judgeEnd() } }
    if !isOver { countIdleWakeUps() }
    if scheduler.stepsLeft > 0 { judgeHandler() }
    outcome.seen = watch.seen
    // With no steps left, `run` drops pending events and frees the objects they hold.
    scheduler.stepsLeft = 0
    scheduler.run()
    if isDropped { judgeDrop() }
    StageWatch.noteProgress()
    return outcome
  }

  private func add(_ step: ScheduleStep, at time: UInt64) {
    if case .thread = step.place {
      scheduler.at(nanoseconds: time) { [self] in take(step) }
    } else {
      scheduler.onMain(atNanoseconds: time) { [self] in take(step) }
    }
  }

  private func addHeartbeats() {
    for time in stride(
      from: schedule.heartbeat, through: schedule.end, by: .init(schedule.heartbeat))
    {
      scheduler.onMain(atNanoseconds: time) { [self] in
        let silence = scheduler.elapsedNanoseconds - lastBeat
        outcome.longestSilence = max(outcome.longestSilence, silence)
        lastBeat = scheduler.elapsedNanoseconds
      }
    }
  }

  private func take(_ step: ScheduleStep) {
    switch step.action {
    case .submit, .announce:
      let producer = if case .thread(let number) = step.place { number } else { 0 }
      submit(producer: producer, isAnnounced: step.action == .announce)
    case .flush:
      watch.update { $0.isHurried = true }
      attached?.flush()
      // Even if the flush delivered nothing, later deliveries do not count as hurried.
      watch.update { $0.isHurried = false }
    case .cancel: cancelNow()
    case .drop:
      drop()
      watch.update { $0.dropped() }
    case .turnRunLoop: scheduler.turnRunLoop()
    case .work:
      let start = scheduler.elapsedNanoseconds
      scheduler.spend(nanoseconds: step.duration)
      outcome.otherWork.append(start..<scheduler.elapsedNanoseconds)
    }
    notePending()
  }

  /// Cancels, and checks `pendingCount` immediately, because a later step may hide a fault.
  private func cancelNow() {
    guard !isDropped else { return }
    cancel()
    isCancelled = true
    if pendingCount > 0 {
      note(.nothingAfterCancel, "pendingCount is \(pendingCount) after cancel()")
    }
  }

  private func notePending() {
    if pendingCount == 0 { watch.update { $0.nothingIsPending() } }
  }

  private func note(_ promise: Promise, _ words: String) {
    watch.update { $0.fault(promise, words) }
  }

  /// Spends a delivery's cost; halfway through, takes the steps that are due.
  private func work() {
    let cost = schedule.cost + (hasDelivered ? 0 : schedule.slowStart)
    hasDelivered = true
    scheduler.spend(nanoseconds: cost / 2)
    takeInside([.delivery, .behindDelivery])
    scheduler.spend(nanoseconds: cost - cost / 2)
  }

  private func takeInside(_ places: [ScheduleStep.Place]) {
    for index in insideSteps.indices
    where insideSteps[index].left > 0
      && insideSteps[index].step.time <= scheduler.elapsedNanoseconds
      && places.contains(insideSteps[index].step.place)
    {
      insideSteps[index].left -= 1
      let step = insideSteps[index].step
      if step.place == .behindDelivery {
        scheduler.onMain { [self] in take(step) }
      } else {
        take(step)
      }
    }
  }

  /// Runs until nothing is pending at two checks 10 s apart, or an hour past the end. Returns whether no event is left.
  private func runToTheEnd() -> Bool {
    let patience = schedule.end + 3_600 * Self.second
    var time = schedule.end
    var isOver = scheduler.run(untilNanoseconds: time)
    while time < patience {
      let wasQuiet = pendingCount == 0
      time += 10 * Self.second
      isOver = scheduler.run(untilNanoseconds: time)
      if wasQuiet && pendingCount == 0 { break }
    }
    if scheduler.stepsLeft == 0 {
      note(.terminates, "the schedule did not end within \(Self.stepLimit) steps")
    } else if pendingCount > 0 {
      let when = isOver ? "and no event is left" : "an hour after the last step"
      note(
        isCancelled ? .nothingAfterCancel : .terminates, "pendingCount is \(pendingCount) \(when)")
    }
    return isOver
  }

  private var schedule: Schedule { outcome.schedule }

  private var isDropped: Bool { attached == nil }

  /// Counts those in a minute, after another minute in which timers already set may fire.
  private func countIdleWakeUps() {
    for _ in 0..<2 {
      let before = scheduler.mainWakeUps + scheduler.queueWakeUps
      scheduler.stepsLeft = Self.stepLimit
      scheduler.run(untilNanoseconds: scheduler.elapsedNanoseconds + 60 * Self.second)
      outcome.idleWakeUps = scheduler.mainWakeUps + scheduler.queueWakeUps - before
    }
  }

  private func judgeHandler() {
    guard isCancelled || isDropped else { return }
    let event = isDropped ? "the strategy was dropped" : "cancel()"
    let fault = watch.seen.handlerFault(isHeld: isViewHeld, after: event)
    if let fault { note(.releasesHandler, fault) }
  }

  private func judgeDrop() {
    if isViewHeld {
      outcome.seen.fault(.safeToDrop, "the strategy still held its view after being dropped")
    }
    if outcome.idleWakeUps > 0 {
      outcome.seen.fault(
        .safeToDrop,
        "wake-ups in a minute after the strategy was dropped: \(outcome.idleWakeUps)")
    }
  }
}
