extension Workload {
  /// Updates so far apart that nothing is gained by waiting: one each 700 ms.
  static let sparse = Workload(
    "sparse", origin: "a quiet list",
    summary: "one update each 700 ms, from one background thread",
    parameters: [
      .duration("gap", .milliseconds(700), "between two updates"),
      .duration("duration", .seconds(10), "how long updates come"),
    ],
    quick: ["duration": "1500ms"]
  ) { context in
    TrialPlan(
      updates: try .even(
        of: "sparse",
        ratePerSecond: 1e9 / Double(max(1, context.nanoseconds("gap"))),
        durationNanoseconds: context.nanoseconds("duration")
      ) { number in (row: number % 10, kind: .change) },
      duration: context.values.duration("duration"), costs: context.costs)
  }
}
