extension [Metric] {
  /// A figure that nobody needs.
  static let addedFigures: [Metric] = [
    Metric("added_updates", title: "added", unit: "", better: .neither, "twice the updates") {
      trial, _ in Double(trial.submitted * 2)
    }
  ]
}
