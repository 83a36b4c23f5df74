extension Workload {
  /// A reload dearer than the usual throttling interval, as with heavy cells: the case in which a
  /// window counted from start to start keeps main busy all the time.
  static let slowReload = Workload(
    "slow-reload", origin: "a list with heavy cells",
    summary: "a reload of 350 ms, dearer than throttling's 300 ms, under 10 updates a second",
    parameters: [
      .duration("reload", .milliseconds(350), "one reload"),
      .rate("rate", 10, "updates a second"),
      .duration("duration", .seconds(1), "how long updates come"),
    ],
    quick: ["duration": "400ms"]
  ) { context in
    var costs = context.costs
    costs.reloadNanoseconds = context.nanoseconds("reload")
    guard costs.reloadNanoseconds <= 60_000_000_000 else {
      throw HarnessError.badPlan(workload: "slow-reload", cause: "give a reload of at most 60s.")
    }
    return TrialPlan(
      updates: try .even(
        of: "slow-reload",
        ratePerSecond: context.values.rate("rate"),
        durationNanoseconds: context.nanoseconds("duration")
      ) { number in (row: number, kind: .insert) },
      duration: context.values.duration("duration"), costs: costs)
  }
}
