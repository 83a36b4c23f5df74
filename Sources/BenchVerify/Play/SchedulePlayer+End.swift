import BenchHarness

/// How a schedule comes to its end.
extension SchedulePlayer {
  /// Runs until nothing is pending, neither at the beginning of ten seconds nor at their end, for
  /// something may just be on its way. Answers whether nothing at all is left to happen.
  func runToTheEnd() -> Bool {
    let patience = schedule.end + 3_600 * Self.second
    var time = schedule.end
    var isOver = scheduler.run(untilNanoseconds: time)
    while !isOver || isPaused, time < patience {
      let wasQuiet = pendingCount == 0 && !isPaused
      time += 10 * Self.second
      // No schedule ends paused, nor do those that a shorter one is made of.
      if isPaused { scheduler.onMain { [self] in setPaused(false) } }
      isOver = scheduler.run(untilNanoseconds: time)
      if wasQuiet && pendingCount == 0 { break }
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

  var pendingCount: Int { strategy?.pendingCount() ?? 0 }

  /// How often anything is woken in a minute; one minute before it is left to timers that were set.
  func idleWakeUps() -> Int {
    scheduler.stepsLeft = Self.stepLimit
    scheduler.run(untilNanoseconds: scheduler.nowNanoseconds + 60 * Self.second)
    let before = scheduler.mainWakeUps + scheduler.queueWakeUps
    scheduler.stepsLeft = Self.stepLimit
    scheduler.run(untilNanoseconds: scheduler.nowNanoseconds + 60 * Self.second)
    return scheduler.mainWakeUps + scheduler.queueWakeUps - before
  }

  /// Who was cancelled or dropped has let go of its handler by now.
  func judgeHandler() {
    guard isCancelled || isDropped else { return }
    let event = isDropped ? "the strategy was dropped" : "cancel()"
    if handler != nil {
      view?.note(.releasesHandler, "the handler was still held after \(event)")
    } else if view?.hasHandlerEndedOffMain == true {
      view?.note(.releasesHandler, "what the handler captured ended off main after \(event)")
    }
  }

  func outcome(_ wakeUps: Int) -> ScheduleOutcome {
    var seen = view?.seen ?? WatchedState()
    // Forgets what still waits, and with it whatever that keeps.
    scheduler.stepsLeft = 0
    scheduler.run()
    weak let kept = view
    view = nil
    if isDropped, kept != nil {
      seen.fault(.safeToDrop, "the strategy still held its view after it was dropped")
    }
    if isDropped, wakeUps > 0 {
      seen.fault(
        .safeToDrop, "there were \(wakeUps) wake-ups a minute after the strategy was dropped")
    }
    strategy = nil
    return ScheduleOutcome(
      schedule: schedule, seen: seen, longestSilence: longestSilence, idleWakeUps: wakeUps,
      otherWork: otherWork)
  }
}
