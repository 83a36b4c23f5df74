extension [Metric] {
  /// A metric that only tests adding one.
  static let addedFigures: [Metric] = [
    Metric("added_updates", title: "added", better: .neither, "twice the updates") {
      Double($0.submitted * 2)
    }
  ]
}
