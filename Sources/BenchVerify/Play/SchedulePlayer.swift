import BenchHarness
import CoalesceTesting

/// Plays one schedule on one strategy in virtual time and watches what is delivered.
final class SchedulePlayer: @unchecked Sendable {
  // Proof of `@unchecked`: belongs to one simulation, as its scheduler does; the closures that ask
  // for Sendable are called by it alone.

  /// More than any schedule needs; who takes more never comes to an end.
  private static let stepLimit = 200_000
  private static let second: UInt64 = 1_000_000_000

  private let schedule: Schedule
  private let scheduler: VirtualScheduler
  private var view: WatchedView?
  private var strategy: AttachedStrategy?
  private var isCancelled = false
  private var isDropped = false
  /// Steps to take inside deliveries and callbacks, with how often each is still to be taken.
  private var insideSteps: [(step: ScheduleStep, left: Int)]
  private var lastBeat: UInt64 = 0
  private var longestSilence: UInt64 = 0
  private var isPaused = false
  private var otherWork: [Range<UInt64>] = []
  /// The way to the view, which only the strategy holds.
  private weak var handler: HandlerWatch?
  /// What the strategy delivers to once another target has come; only this holds it.
  private var target: HandlerWatch?
  private var isTargetGone = false
  private var hasDelivered = false
  /// The other views, which only submit and cost the same.
  private var others: [(view: WatchedView, strategy: AttachedStrategy)] = []

  /// Plays `schedule` on a new instance of `strategy`.
  static func play(_ schedule: Schedule, on strategy: Selection<StrategyEntry>) -> ScheduleOutcome {
    SchedulePlayer(schedule, strategy).play()
  }

  private init(_ schedule: Schedule, _ selection: Selection<StrategyEntry>) {
    self.schedule = schedule
    let scheduler = VirtualScheduler(hop: .nanoseconds(Int64(clamping: schedule.hop)))
    self.scheduler = scheduler
    insideSteps = schedule.steps.filter(\.isAtCall).map { ($0, $0.count) }
    scheduler.stepsLeft = Self.stepLimit
    setTimerErrors()
    let view = WatchedView(
      WatchedView.Surroundings(
        now: { scheduler.nowNanoseconds }, isMain: { scheduler.isMain },
        work: { [weak self] in self?.work() },
        callback: { [weak self] in self?.takeInside([.callback]) },
        animation: schedule.animation == 0
          ? nil
          : WatchedView.Animation(nanoseconds: schedule.animation) { delay, completed in
            scheduler.onMain(atNanoseconds: scheduler.nowNanoseconds + delay, completed)
          }))
    self.view = view
    let handler = HandlerWatch(view, isMain: { scheduler.isMain })
    self.handler = handler
    let attach = selection.entry.attachViews(selection.values, scheduler)
    strategy = attach(handler)
    others = (0..<schedule.others).map { _ in
      let view = Self.otherView(scheduler, cost: schedule.cost)
      return (view, attach(view))
    }
    scheduler.turnDidEnd = { [weak self] in
      self?.view?.noteTurn()
      self?.lookWhatIsPending()
    }
  }

  private static func otherView(_ scheduler: VirtualScheduler, cost: UInt64) -> WatchedView {
    WatchedView(
      WatchedView.Surroundings(
        now: { scheduler.nowNanoseconds }, isMain: { scheduler.isMain },
        work: { scheduler.spend(nanoseconds: cost) }))
  }

  private func setTimerErrors() {
    guard !schedule.timerErrors.isEmpty else { return }
    var next = 0
    scheduler.timerErrorNanoseconds = { [errors = schedule.timerErrors] in
      defer { next += 1 }
      return errors[next % errors.count]
    }
  }

  private func play() -> ScheduleOutcome {
    for step in schedule.steps where !step.isAtCall {
      for number in 0..<step.count { add(step, at: step.time + UInt64(number) * step.gap) }
    }
    if schedule.heartbeat > 0 { addHeartbeats() }
    let isOver = runToTheEnd()
    if scheduler.stepsLeft > 0, !isCancelled, !isDropped { view?.judgeEnd() }
    let wakeUps = isOver ? 0 : idleWakeUps()
    if scheduler.stepsLeft > 0 { judgeHandler() }
    StageWatch.noteProgress()
    return outcome(wakeUps)
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
        longestSilence = max(longestSilence, scheduler.nowNanoseconds - lastBeat)
        lastBeat = scheduler.nowNanoseconds
      }
    }
  }

  private func take(_ step: ScheduleStep) {
    switch step.action {
    case .submit, .submitWithin, .announce: submit(step)
    case .flush:
      let wasHurried = view?.seen.isHurried == true
      view?.hurry(true)
      strategy?.flush()
      // Where it delivered nothing, what waits has to wait on.
      view?.hurry(wasHurried)
    case .cancel, .cancelPending: cancel(step.action)
    case .drop:
      strategy = nil
      isDropped = true
      view?.watch { $0.dropped() }
    case .turnRunLoop: scheduler.turnRunLoop()
    case .work:
      let start = scheduler.nowNanoseconds
      scheduler.spend(nanoseconds: step.duration)
      otherWork.append(start..<scheduler.nowNanoseconds)
    case .pause, .resume: setPaused(step.action == .pause)
    case .reset:
      view?.hurry(true)
      strategy?.powers?.reset()
    case .changeSettings: strategy?.powers?.changeSettings()
    case .submitToOthers:
      for other in others { other.strategy.submit(other.view.change(producer: 0)) }
    case .setTarget: setTarget()
    case .loseTarget:
      isTargetGone = isTargetGone || target != nil
      target = nil
    }
    lookWhatIsPending()
  }

  /// Nothing is pending then, and that is looked at here: a later step may hide it.
  private func cancel(_ action: ScheduleStep.Action) {
    guard let strategy else { return }
    if action == .cancel {
      strategy.cancel()
      isCancelled = true
      view?.noteCancel()
    } else {
      guard let powers = strategy.powers else { return }
      powers.cancelPending()
      view?.noteDrop()
    }
    guard pendingCount > 0 else { return }
    view?.note(
      action == .cancel ? .nothingAfterCancel : .dropsOnlyPending,
      "pendingCount is \(pendingCount) after \(action == .cancel ? "cancel" : "cancelPending")()")
  }

  private func lookWhatIsPending() {
    if pendingCount == 0 { view?.watch { $0.nothingIsPending() } }
  }

  private func submit(_ step: ScheduleStep) {
    guard let strategy, let view else { return }
    let producer = if case .thread(let number) = step.place { number } else { 0 }
    switch step.action {
    case .announce:
      let change = view.announce(producer: producer)
      strategy.submit(change)
      view.make(change)
    case .submitWithin:
      guard let powers = strategy.powers else { return }
      let bound = step.duration
      powers.submitWithin(
        view.change(producer: producer, within: isPaused ? nil : bound),
        .nanoseconds(Int64(clamping: bound)))
    default: strategy.submit(view.change(producer: producer))
    }
  }

  /// A delivery that is under way may end; a resumption may deliver at once.
  private func setPaused(_ pauses: Bool) {
    guard let powers = strategy?.powers else { return }
    let wasPaused = isPaused
    isPaused = pauses
    if pauses {
      powers.pause()
      view?.watch { $0.paused() }
    } else {
      if wasPaused { view?.hurry(true) }
      view?.watch { $0.resumed() }
      powers.resume()
    }
  }

  private func setTarget() {
    guard let powers = strategy?.powers, let view else { return }
    view.hurry(true)
    let next = HandlerWatch(view, isMain: { [scheduler] in scheduler.isMain })
    powers.setTarget(next)
    target = next
    isTargetGone = false
  }

  /// What a delivery does: its work, and in the middle of it the steps that are due.
  private func work() {
    let cost = schedule.cost + (hasDelivered ? 0 : schedule.slowStart)
    hasDelivered = true
    scheduler.spend(nanoseconds: cost / 2)
    takeInside([.delivery, .behindDelivery])
    scheduler.spend(nanoseconds: cost - cost / 2)
  }

  /// Takes the steps that are due in such a place.
  private func takeInside(_ places: [ScheduleStep.Place]) {
    for index in insideSteps.indices
    where insideSteps[index].left > 0 && insideSteps[index].step.time <= scheduler.nowNanoseconds
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

  /// Runs until nothing is pending, neither at the beginning of ten seconds nor at their end, for
  /// something may just be on its way. Returns whether nothing at all is left to happen.
  private func runToTheEnd() -> Bool {
    let patience = schedule.end + 3_600 * Self.second
    var time = schedule.end
    var isOver = scheduler.run(untilNanoseconds: time)
    while time < patience {
      let wasQuiet = isQuiet
      time += 10 * Self.second
      // No schedule ends paused or without a target, nor do those that a shorter one is made of.
      if isPaused { scheduler.onMain { [self] in setPaused(false) } }
      if isTargetGone { scheduler.onMain { [self] in setTarget() } }
      isOver = scheduler.run(untilNanoseconds: time)
      if wasQuiet && isQuiet { break }
    }
    if scheduler.stepsLeft == 0 {
      view?.note(.terminates, "nothing came to an end within \(Self.stepLimit) steps")
    } else if pendingCount > 0 {
      let when = isOver ? "and nothing is left to happen" : "an hour after the last step"
      view?.note(
        isCancelled ? .nothingAfterCancel : .terminates, "pendingCount is \(pendingCount) \(when)")
    }
    return isOver
  }

  private var isQuiet: Bool { pendingCount == 0 && !isPaused && !isTargetGone }

  private var pendingCount: Int {
    others.reduce(strategy?.pendingCount() ?? 0) { $0 + $1.strategy.pendingCount() }
  }

  /// How often anything is woken in a minute; one minute before it is left to timers that were set.
  private func idleWakeUps() -> Int {
    runForAMinute()
    let before = scheduler.mainWakeUps + scheduler.queueWakeUps
    runForAMinute()
    return scheduler.mainWakeUps + scheduler.queueWakeUps - before
  }

  private func runForAMinute() {
    scheduler.stepsLeft = Self.stepLimit
    scheduler.run(untilNanoseconds: scheduler.nowNanoseconds + 60 * Self.second)
  }

  /// Who was cancelled or dropped has let go of its handler by now.
  private func judgeHandler() {
    guard isCancelled || isDropped else { return }
    let event = isDropped ? "the strategy was dropped" : "cancel()"
    if handler != nil {
      view?.note(.releasesHandler, "the handler was still held after \(event)")
    } else if view?.hasHandlerEndedOffMain == true {
      view?.note(
        .releasesHandler, "what the handler captured ended off the main thread after \(event)")
    }
  }

  private func outcome(_ wakeUps: Int) -> ScheduleOutcome {
    var seen = view?.seen ?? WatchedState()
    // Forgets what still waits, and with it whatever that keeps.
    scheduler.stepsLeft = 0
    scheduler.run()
    weak let kept = view
    view = nil
    target = nil
    if isDropped, kept != nil {
      seen.fault(.safeToDrop, "the strategy still held its view after it was dropped")
    }
    if isDropped, wakeUps > 0 {
      seen.fault(
        .safeToDrop, "there were \(wakeUps) wake-ups a minute after the strategy was dropped")
    }
    return ScheduleOutcome(
      schedule: schedule, seen: seen, others: others.map(\.view.seen),
      longestSilence: longestSilence, idleWakeUps: wakeUps, otherWork: otherWork)
  }
}
