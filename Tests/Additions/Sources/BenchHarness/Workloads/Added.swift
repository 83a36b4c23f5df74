extension Workload {
  /// Five updates in 5 ms, which the added strategy merges into one delivery.
  static let added = Workload(
    "added", origin: "a test", summary: "five updates, a millisecond apart"
  ) { context in
    var updates = PlannedUpdates()
    for number in 0..<5 {
      updates.append(atNanoseconds: UInt64(number) * 1_000_000, row: number)
    }
    return TrialPlan(updates: updates, duration: .milliseconds(50), costs: context.costs)
  }
}
