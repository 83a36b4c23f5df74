extension Workload {
  /// Something else blocks main in the middle of a stream: a decoder, a fetch, a layout elsewhere.
  static let stall = Workload(
    "stall", origin: "work on main that is none of the view's",
    summary: "200 updates a second while main is blocked for 60, 220 and 500 ms",
    parameters: [
      .rate("rate", 200, "updates a second"),
      .duration("duration", .seconds(2), "how long updates come"),
    ],
    quick: ["duration": "1s"]
  ) { context in
    var plan = TrialPlan(
      updates: try .even(
        of: "stall", ratePerSecond: context.values.rate("rate"),
        durationNanoseconds: context.nanoseconds("duration")
      ) { number in (row: number % 50, kind: .change) },
      duration: context.values.duration("duration"), costs: context.costs)
    let tenth = context.nanoseconds("duration") / 10
    plan.surroundings.stalls = zip([1, 3, 6], [60, 220, 500]).map { tenths, milliseconds in
      let start = UInt64(tenths) * tenth
      return Surroundings.Interval(start: start, end: start + UInt64(milliseconds) * 1_000_000)
    }
    return plan
  }
}
