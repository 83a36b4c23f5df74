extension [Metric] {
  /// A figure that nobody needs.
  static let addedFigures: [Metric] = [
    Metric("added_updates", title: "added", better: .neither, "twice the updates") {
      Double($0.submitted * 2)
    }
  ]
}
