extension Workload {
  /// The user scrolls: a list that changed under the finger would jump, so the app holds what is
  /// delivered meanwhile and catches up once, when the scrolling has ended.
  static let scrollGate = Workload(
    "scroll-gate", origin: "a list that must not change under the finger",
    summary: "100 updates a second; deliveries held for 2 s of scrolling, then one catch-up",
    parameters: [
      .rate("rate", 100, "updates a second"),
      .duration("before", .milliseconds(300), "updates before and after the scrolling"),
      .duration("scroll", .seconds(2), "how long the user scrolls"),
    ],
    quick: ["scroll": "400ms"]
  ) { context in
    let before = context.nanoseconds("before")
    let scroll = context.nanoseconds("scroll")
    var plan = TrialPlan(
      updates: try .even(
        of: "scroll-gate", ratePerSecond: context.values.rate("rate"),
        durationNanoseconds: 2 * before + scroll
      ) { number in (row: number % 50, kind: .change) },
      duration: .nanoseconds(Int64(2 * before + scroll)), costs: context.costs)
    plan.surroundings.scrolling = [.init(start: before, end: before + scroll)]
    return plan
  }
}
