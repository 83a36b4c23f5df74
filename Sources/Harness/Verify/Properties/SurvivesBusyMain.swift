import Coalesce

extension Property {
  /// The bound of the strategy's rule, and all the other work that main did between the submission
  /// and the end of the delivery. Work that was over before, as at an app's launch, adds nothing: it
  /// was no delivery, and what it taught must not delay what comes later.
  static let survivesBusyMain = Property(
    .survivesBusyMain, "busy",
    "Other work on main delays an update by no more than that work.",
    .schedules(
      .plain.with(.otherWork), control: { $0.without(.work) },
      fault: { outcome, strategy in
        guard let bound = strategy.entry.latencyBound else { return nil }
        let delivery = Duration.nanoseconds(Int64(clamping: outcome.schedule.cost))
        let promised = bound(strategy.values, delivery).wholeNanoseconds + outcome.tolerance
        for (index, update) in outcome.seen.updates.enumerated() {
          guard let shown = update.shown else { continue }
          let work = ScheduleOutcome.time(outcome.otherWork, in: update.submitted..<shown)
          guard shown - update.submitted > promised + work else { continue }
          let waited = Duration.nanoseconds(Int64(clamping: shown - update.submitted - work)).text
          return "\(outcome.seen.name(index)) waited \(waited) besides main's other work, "
            + "promised are \(bound(strategy.values, delivery).text)"
        }
        return nil
      }), isPromised: { $0.latencyBound != nil })
}
