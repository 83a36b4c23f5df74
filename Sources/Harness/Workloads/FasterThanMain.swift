extension Workload {
  /// A producer that main cannot keep up with, and a timer on main that shows whether anything else
  /// still gets its turn.
  static let fasterThanMain = Workload(
    "faster-than-main", origin: "an import, a log view, a chatty protocol",
    summary: "8 000 updates a second, more than main can apply, and a heartbeat on main",
    parameters: [
      .rate("rate", 8_000, "updates a second"),
      .duration("duration", .milliseconds(500), "how long updates come"),
      .duration("heartbeat", .milliseconds(10), "the period of the timer on main"),
    ],
    quick: ["duration": "200ms"]
  ) { context in
    let heartbeat = context.nanoseconds("heartbeat")
    guard heartbeat > 0 else {
      throw HarnessError.badPlan(
        workload: "faster-than-main", cause: "give a heartbeat longer than 0.")
    }
    var plan = TrialPlan(
      updates: try .even(
        of: "faster-than-main", ratePerSecond: context.values.rate("rate"),
        durationNanoseconds: context.nanoseconds("duration")
      ) { number in (row: number % 50, kind: .change) },
      duration: context.values.duration("duration"), costs: context.costs)
    plan.surroundings.heartbeatNanoseconds = heartbeat
    return plan
  }
}
