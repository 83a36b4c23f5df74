extension Workload {
  static let stall = Workload(
    "stall", origin: "main-thread work other than the view's",
    summary: "200 updates a second while the main thread is blocked for 60, 220 and 500 ms",
    parameters: [
      .rate("rate", 200, "updates a second"),
      .duration("duration", .seconds(2), "how long updates arrive"),
    ],
    quick: ["duration": "1s"]
  ) { context in
    var plan = try context.even { number in (row: number % 50, kind: .change) }
    let tenth = context.nanoseconds("duration") / 10
    plan.surroundings.stalls = zip([1, 3, 6], [60, 220, 500]).map { tenths, milliseconds in
      let start = UInt64(tenths) * tenth
      return start..<start + UInt64(milliseconds) * 1_000_000
    }
    return plan
  }

  /// Changing a list mid-scroll makes it jump, so the app holds deliveries while the user scrolls, then catches up.
  static let scrollGate = Workload(
    "scroll-gate", origin: "a list that must not change while the user scrolls",
    summary: "100 updates a second; no delivery during 2 s of scrolling, then one that catches up",
    parameters: [
      .rate("rate", 100, "updates a second"),
      .duration("before", .milliseconds(300), "time before the scrolling, and again after it"),
      .duration("scroll", .seconds(2), "how long the user scrolls"),
    ],
    quick: ["scroll": "400ms"]
  ) { context in
    let before = context.nanoseconds("before")
    let scroll = context.nanoseconds("scroll")
    var plan = try context.even(lasting: 2 * before + scroll) { number in
      (row: number % 50, kind: .change)
    }
    plan.surroundings.scrolling = [before..<before + scroll]
    return plan
  }

  /// A strategy that counts the other work as a cost of the delivery delays the two lone updates at the end.
  static let launch = Workload(
    "launch", origin: "an app's launch",
    summary:
      "5 updates, 1 s of other main-thread work after the first delivery, then 2 lone updates",
    parameters: [.duration("work", .seconds(1), "other main-thread work after the first delivery")],
    quick: ["work": "200ms"]
  ) { context in
    let work = context.nanoseconds("work")
    try context.require(work <= 60_000_000_000, "give at most 60s of work.")
    let first = (0..<5).map { 10_000_000 + UInt64($0) * 20_000_000 }
    let lone = [work + 1_500_000_000, work + 2_500_000_000]
    var plan = context.plan(PlannedUpdates(at: first + lone), lasting: work + 3_000_000_000)
    plan.surroundings.workBehindFirstDelivery = work
    return plan
  }
}
