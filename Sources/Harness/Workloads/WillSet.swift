extension Workload {
  /// Updates that are submitted on main before their change is made, as Observation's `onChange`
  /// and Combine's `objectWillChange` announce one.
  ///
  /// Handlers read the model themselves, as those do that set a label's text or apply a snapshot. A
  /// strategy that delivers inside `submit` shows the old model, and behind the last update, which
  /// comes alone after a silence, for good.
  static let willSet = Workload(
    "will-set", origin: "Observation's onChange, Combine's objectWillChange",
    summary: "updates on main, announced before their change is made; one alone at the end",
    parameters: [
      .count("updates", 6, "single updates and bursts, in turn"),
      .count("burst", 5, "updates in a burst"),
      .duration("gap", .milliseconds(40), "between them"),
      .duration("silence", .milliseconds(600), "before the last update"),
    ],
    quick: ["updates": "2"]
  ) { context in
    let count = context.values.count("updates")
    let burst = context.values.count("burst")
    let gap = context.nanoseconds("gap")
    try Workload.require(updates: Double(count) * Double(burst), of: "will-set")
    let last =
      try Workload.total(count, gap, of: "will-set")
      + Workload.total(1, context.nanoseconds("silence"), of: "will-set") + 10_000_000
    var updates = PlannedUpdates()
    for number in 0..<count {
      for row in 0..<(number % 2 == 0 ? 1 : burst) {
        updates.append(atNanoseconds: 10_000_000 + UInt64(number) * gap, row: row)
      }
    }
    updates.append(atNanoseconds: last, row: burst)
    var plan = TrialPlan(
      updates: updates, producers: [.main], duration: .nanoseconds(Int64(last + 100_000_000)),
      costs: context.costs)
    plan.announcesChanges = true
    return plan
  }
}
