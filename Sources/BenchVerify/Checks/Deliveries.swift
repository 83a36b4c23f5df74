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
}
