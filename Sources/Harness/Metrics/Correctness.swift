extension [Metric] {
  /// Broken promises; anything but 0 is a defect.
  static let correctness: [Metric] = [
    Metric(
      "lost_updates", title: "lost", unit: "", assumption: .exact,
      "updates that the view never showed"
    ) { trial, _ in Double(trial.lost) },
    Metric(
      "out_of_order_updates", title: "out of order", unit: "", assumption: .exact,
      "updates that were applied after a newer one of the same producer"
    ) { trial, _ in Double(trial.outOfOrder) },
    Metric(
      "invalid_updates", title: "invalid", unit: "", assumption: .exact,
      "updates that the view refused, as UITableView does, by raising"
    ) { trial, _ in Double(trial.log.invalidUpdates) },
    Metric(
      "updates_without_animation", title: "unanimated", unit: "",
      "changes that found as many animations in flight as there may be"
    ) { trial, _ in Double(trial.log.withoutAnimation) },
  ]
}
