import Foundation

extension Workload {
  /// A background service that reports changes at random, independently of each other: a Poisson
  /// process, here of 200 a second over 50 rows.
  static let rapidService = Workload(
    "rapid-service", origin: "a background service; Poisson arrivals",
    summary: "random updates from one background thread, 200 a second",
    parameters: [
      .rate("rate", 200, "updates a second, on average"),
      .count("rows", 50, "rows that change"),
      .duration("duration", .milliseconds(700), "how long updates come"),
    ],
    quick: ["duration": "400ms"]
  ) { context in
    let duration = Double(context.nanoseconds("duration"))
    try Workload.require(
      updates: duration / 1e9 * context.values.rate("rate"), of: "rapid-service")
    let mean = 1e9 / context.values.rate("rate")
    let rows = context.values.count("rows")
    var updates = PlannedUpdates()
    var time = 0.0
    while true {
      time += -log(1 - context.generator.nextUnit()) * mean
      guard time < duration else { break }
      updates.append(
        atNanoseconds: UInt64(time), row: Int.random(in: 0..<rows, using: &context.generator))
    }
    return TrialPlan(
      updates: updates, duration: context.values.duration("duration"), costs: context.costs)
  }
}
