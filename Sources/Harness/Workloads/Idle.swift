extension Workload {
  /// One update, then silence: whatever wakes main meanwhile drains a battery for nothing.
  static let idle = Workload(
    "idle", origin: "an app that is open and has nothing to do",
    summary: "one update, then silence: 3 s in real time, 60 s in virtual time",
    parameters: [.duration("duration", .seconds(3), "observed at least")],
    quick: ["duration": "1s"], virtual: ["duration": "60s"]
  ) { context in
    var updates = PlannedUpdates()
    updates.append(atNanoseconds: 10_000_000, row: 0)
    return TrialPlan(
      updates: updates, duration: context.values.duration("duration"), costs: context.costs)
  }
}
