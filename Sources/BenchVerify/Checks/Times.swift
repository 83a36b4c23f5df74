import Coalesce

extension PromiseCheck {
  /// The strategy's rule speaks of its own waiting and of deliveries. What the machine adds are two
  /// hops (to a queue or a timer, and to main) and the lateness of a timer.
  static let boundedLatency = PromiseCheck(
    .boundedLatency,
    .schedules(.plain) { outcome, strategy in outcome.late(strategy) ?? outcome.early(strategy) },
    isPromised: { $0.latencyBound != nil })

  /// The bound of the strategy's rule, and all the other work that main did between the submission
  /// and the end of the delivery. Work that was over before, as at an app's launch, adds nothing: it
  /// was no delivery, and what it taught must not delay what comes later.
  static let survivesBusyMain = PromiseCheck(
    .survivesBusyMain,
    .schedules(
      .plain.with(.otherWork), control: { $0.without(.work) },
      fault: { outcome, strategy in
        outcome.late(strategy, besides: "other main-thread work") {
          ScheduleOutcome.time(outcome.otherWork, in: $0)
        }
      }), isPromised: { $0.latencyBound != nil })

  /// The bound of the strategy's rule, and the length of the first delivery: whoever learns what
  /// deliveries take must not believe the first, in which a view is laid out that never was.
  static let survivesSlowStart = PromiseCheck(
    .survivesSlowStart,
    .schedules(
      .plain.with(.slowStart), control: { $0.with(\.slowStart, 0) },
      fault: { outcome, strategy in
        outcome.late(strategy, besides: "the slow start") { _ in outcome.schedule.slowStart }
      }), isPromised: { $0.latencyBound != nil })

  /// Deliveries are made as fast as main can, and a block is posted to main each 10 ms. A quarter of
  /// a second without any of those is what users call a hang (Apple's definition: over 250 ms).
  static let noStarvation = PromiseCheck(
    .noStarvation,
    .schedules(.flood) { outcome, _ in
      guard outcome.longestSilence > 250_000_000 else { return nil }
      let silence = Duration.nanoseconds(Int64(clamping: outcome.longestSilence))
      return "the main thread did no other work for \(silence.text)"
    })

  /// A minute of silence, after one in which timers that were set may come to their end.
  static let noIdleWakeUps = PromiseCheck(
    .noIdleWakeUps,
    .schedules(.plain.with(.reentry)) { outcome, _ in
      outcome.idleWakeUps == 0
        ? nil : "there were \(outcome.idleWakeUps) wake-ups in a minute without updates"
    })

  /// Everything comes to an end, and `pendingCount` says so.
  static let terminates = PromiseCheck(
    .terminates, .schedules(.reentrant) { outcome, _ in outcome.fault(.terminates) })
}
