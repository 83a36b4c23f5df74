extension Workload {
  /// An app's launch: the first delivery is followed by work of the app's own on main.
  ///
  /// A strategy that takes that work for the price of its delivery is late long after, which two
  /// lone updates show.
  static let launch = Workload(
    "launch", origin: "an app's launch",
    summary: "5 updates, 1 s of other work on main behind the first delivery, then 2 lone updates",
    parameters: [.duration("work", .seconds(1), "of main's time behind the first delivery")],
    quick: ["work": "200ms"]
  ) { context in
    let work = context.nanoseconds("work")
    guard work <= 60_000_000_000 else {
      throw HarnessError.badPlan(workload: "launch", cause: "give at most 60s of work.")
    }
    var updates = PlannedUpdates()
    for number in 0..<5 {
      updates.append(atNanoseconds: 10_000_000 + UInt64(number) * 20_000_000, row: number)
    }
    for (number, pause) in ([1_500_000_000, 2_500_000_000] as [UInt64]).enumerated() {
      updates.append(atNanoseconds: work + pause, row: 5 + number)
    }
    var plan = TrialPlan(
      updates: updates, duration: .nanoseconds(Int64(work + 3_000_000_000)), costs: context.costs)
    plan.surroundings.workBehindFirstDelivery = work
    return plan
  }
}
