extension [Metric] {
  static let counts: [Metric] = [
    Metric(
      "updates", title: "updates", unit: "", better: .neither,
      "updates that were submitted"
    ) { trial, _ in Double(trial.submitted) },
    Metric(
      "deliveries", title: "deliveries", unit: "",
      "calls of the strategy's handler"
    ) { trial, _ in Double(trial.log.deliveries.count) },
    Metric(
      "deliveries_per_s", title: "delivery rate", unit: "1/s",
      "deliveries ÷ the time of the workload"
    ) { trial, _ in trial.log.perSecond(Double(trial.log.deliveries.count)) },
    Metric(
      "coalescing_ratio", title: "coalescing", unit: "", better: .neither,
      "updates ÷ deliveries"
    ) { trial, _ in
      trial.log.deliveries.isEmpty
        ? nil
        : Double(trial.submitted) / Double(trial.log.deliveries.count)
    },
  ]

  /// Broken guarantees: anything but 0 is a defect.
  static let correctness: [Metric] = [
    Metric(
      "lost_updates", title: "lost", unit: "",
      "updates that the view never showed"
    ) { trial, _ in Double(trial.lost) },
    Metric(
      "out_of_order_updates", title: "out of order", unit: "",
      "updates that were applied after a newer one of the same producer"
    ) { trial, _ in Double(trial.outOfOrder) },
    Metric(
      "invalid_updates", title: "invalid", unit: "",
      "updates that the view refused, as UITableView does, by raising"
    ) { trial, _ in Double(trial.log.invalidUpdates) },
    Metric(
      "updates_without_animation", title: "unanimated", unit: "",
      "changes that exceeded the limit of animations in flight"
    ) { trial, _ in Double(trial.log.withoutAnimation) },
  ]

  static let display: [Metric] = [
    Metric(
      "hitch_ratio_ms_per_s", title: "hitches", unit: "ms/s",
      """
      lateness of frames against a 60 Hz display; under 5 is good, over 10 critical (Apple, \
      "Explore UI animation hitches and the render loop", 2021)
      """
    ) { trial, _ in trial.log.perSecond(hitchNanoseconds(trial.log) / 1e6) }
  ]

  /// A turn is due at the first refresh that comes a period after it began, and shown at the first one after it ended.
  /// So a turn shorter than a period is never late; one of n periods is late by n − 1.
  private static func hitchNanoseconds(_ log: TrialLog) -> Double {
    let period = 1e9 / 60
    return log.turns.reduce(0) { sum, turn in
      let due = (Double(turn.start) / period).rounded(.up) + 1
      let shown = (Double(turn.end) / period).rounded(.up)
      return sum + Swift.max(0, shown - due) * period
    }
  }
}
