import Coalesce

extension Property {
  /// What main spends with deliveries meanwhile, one that is under way and its own, is not waiting.
  static let boundedSubmission = Property(
    .boundedSubmission, "with",
    "A submission with a bound of its own comes within it, and those before it with it.",
    .schedules(
      .plain.with(.bounds),
      control: { schedule in
        schedule.mapSteps { if $0.action == .submitWithin { $0.action = .submit } }
      },
      fault: { outcome, _ in
        outcome.fault(.order) ?? outcome.seen.firstOverBound(outcome.tolerance)
      }),
    isPromised: \.isCoalescer)
}

extension WatchedState {
  /// The first update that came later than its own bound or that of a later one allows, in words. One
  /// that never came is lost, which other properties look for.
  fileprivate func firstOverBound(_ tolerance: UInt64) -> String? {
    for (last, update) in updates.enumerated() {
      guard let bound = update.bound else { continue }
      let promised = Duration.nanoseconds(Int64(clamping: bound)).text
      for index in 0...last {
        guard let shown = updates[index].shown, shown > update.submitted else { continue }
        let latency = shown - update.submitted
        let waited =
          latency - ScheduleOutcome.time(deliveryTimes, in: update.submitted..<shown)
        guard waited > bound + tolerance else { continue }
        return "\(name(index)) waited \(Duration.nanoseconds(Int64(clamping: waited)).text) after "
          + "the submission of \(name(last)), whose bound is \(promised)"
      }
    }
    return nil
  }
}
