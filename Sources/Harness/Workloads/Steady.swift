extension Workload {
  /// A steady stream, as from a sensor: one update each millisecond over 50 rows.
  static let steady = Workload(
    "steady", origin: "a sensor",
    summary: "evenly spaced updates from one background thread, 1 000 a second",
    parameters: [
      .rate("rate", 1_000, "updates a second"),
      .count("rows", 50, "rows that change"),
      .duration("duration", .milliseconds(400), "how long updates come"),
    ],
    quick: ["duration": "200ms"]
  ) { context in
    let rows = context.values.count("rows")
    return TrialPlan(
      updates: try .even(
        of: "steady",
        ratePerSecond: context.values.rate("rate"),
        durationNanoseconds: context.nanoseconds("duration")
      ) { number in (row: number % rows, kind: .change) },
      duration: context.values.duration("duration"), costs: context.costs)
  }
}
