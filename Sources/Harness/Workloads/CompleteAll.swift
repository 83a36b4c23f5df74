extension Workload {
  /// N rows change in one synchronous burst on main, as when "complete all" is chosen in a list of
  /// tasks and each task reports its change by itself.
  static let completeAll = Workload(
    "complete-all", origin: "a list of tasks, all completed by one command",
    summary: "N updates in one synchronous burst on main",
    parameters: [
      .count("updates", 100, "updates in the burst"),
      .duration("duration", .milliseconds(330), "observed at least"),
    ]
  ) { context in
    try Workload.require(updates: Double(context.values.count("updates")), of: "complete-all")
    var updates = PlannedUpdates()
    for row in 0..<context.values.count("updates") {
      updates.append(atNanoseconds: 10_000_000, row: row)
    }
    return TrialPlan(
      updates: updates, producers: [.main], duration: context.values.duration("duration"),
      costs: context.costs)
  }
}
