extension PromiseCheck {
  /// A reload reads the model when it begins; whatever comes later needs another delivery.
  static let finalState = PromiseCheck(
    .finalState, .schedules(.plain) { outcome, _ in outcome.fault(.finalState) })

  /// An update that a newer one of its row replaced has been shown by the delivery of that one only
  /// where deliveries show states; one that is applied by itself must have been applied.
  static let nothingLost = PromiseCheck(
    .nothingLost, .schedules(.plain) { outcome, _ in outcome.fault(.nothingLost) })

  /// Each producer has rows of its own, so nothing is asked of updates of different producers.
  static let order = PromiseCheck(
    .order, .schedules(.plain) { outcome, _ in outcome.fault(.order) })

  /// A delivery may be made for each submission, at the most; none where nothing was pending since
  /// the last submission, as behind a flush.
  static let noEmptyDeliveries = PromiseCheck(
    .noEmptyDeliveries,
    .schedules(.plain.with(.reentry)) { outcome, _ in outcome.fault(.noEmptyDeliveries) })

  /// In virtual time a delivery off main, or one that begins on main while one off main is made.
  static let neverConcurrent = PromiseCheck(
    .neverConcurrent,
    .schedules(.plain.with(.reentry)) { outcome, _ in outcome.fault(.neverConcurrent) })

  /// Handlers submit, flush and turn the run loop.
  static let neverNested = PromiseCheck(
    .neverNested, .schedules(.reentrant) { outcome, _ in outcome.fault(.neverNested) })

  /// What is shown must be right where handlers submit, flush and turn the run loop, if it is where
  /// main does the same right behind the delivery. That deliveries nest then, go on after `cancel()`,
  /// or never end, other promises look for.
  static let reentrancy = PromiseCheck(
    .reentrancy,
    .schedules(
      .reentrant,
      control: { schedule in
        schedule.mapSteps { if $0.place == .delivery { $0.place = .behindDelivery } }
      },
      fault: { outcome, _ in outcome.fault(.finalState, .nothingLost, .order) }))

  /// Observation and Combine announce a change before it is made. On main the change is there when
  /// the block that announced it has ended, so a delivery in a later pass shows it; one inside
  /// `submit` shows what was before, and where nothing follows, for good. A thread that announces
  /// races main whatever a strategy does, so only main does it here.
  static let freshAfterWillSet = PromiseCheck(
    .freshAfterWillSet,
    .schedules(
      .plain.with(.announcements),
      control: { schedule in
        schedule.mapSteps { if $0.action == .announce { $0.action = .submit } }
      },
      fault: { outcome, _ in outcome.fault(.finalState, .nothingLost) }))

  /// Cancelled on main, elsewhere, or inside a delivery; one that is under way may end.
  /// What was pending then is pending no more.
  static let nothingAfterCancel = PromiseCheck(
    .nothingAfterCancel,
    .schedules(.plain.with([.cancel, .reentry])) { outcome, _ in
      outcome.fault(.nothingAfterCancel)
    })

  /// Dropped unused, with something pending, or inside a delivery; on main or elsewhere. What was
  /// dropped delivers no more, wakes nobody and lets go of its view.
  static let safeToDrop = PromiseCheck(
    .safeToDrop,
    .schedules(.plain.with([.drop, .reentry])) { outcome, _ in outcome.fault(.safeToDrop) })

  /// Cancelled or dropped on main, by a thread, or inside a delivery: when everything that was posted
  /// has run, the handler is gone, though after a cancel the strategy is not, and what the handler
  /// captured has ended on main, for that may be views.
  static let releasesHandler = PromiseCheck(
    .releasesHandler,
    .schedules(.plain.with([.cancelOrDrop, .reentry])) { outcome, _ in
      outcome.fault(.releasesHandler)
    })

  /// A strategy is verified in a process of its own; here it is looked at how that ended.
  static let survives = PromiseCheck(.survives, nil)

  /// Very many updates; resident memory after the first tenth and at the end.
  static let boundedMemory = PromiseCheck(.boundedMemory, nil)

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
        outcome.late(strategy, besides: "other main-thread work", more: outcome.otherWork(in:))
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
