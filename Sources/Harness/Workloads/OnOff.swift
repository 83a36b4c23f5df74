extension Workload {
  /// Bursts with silence between them: pages of results that arrive as a whole, an on-off source.
  static let onOff = Workload(
    "on-off", origin: "pages of results; an on-off source",
    summary: "100 updates 20 µs apart, every 500 ms, from one background thread",
    parameters: [
      .count("burst", 100, "updates in a burst"),
      .duration("spacing", .microseconds(20), "between the updates of a burst"),
      .duration("period", .milliseconds(500), "between the starts of bursts"),
      .count("bursts", 2, "bursts"),
    ],
    quick: ["bursts": "1"]
  ) { context in
    let burst = context.values.count("burst")
    let period = context.nanoseconds("period")
    let spacing = context.nanoseconds("spacing")
    let bursts = context.values.count("bursts")
    try Workload.require(updates: Double(burst) * Double(bursts), of: "on-off")
    let duration = try Workload.total(bursts, period, of: "on-off")
    guard try Workload.total(burst, spacing, of: "on-off") <= period else {
      throw HarnessError.badPlan(
        workload: "on-off", cause: "a burst lasts longer than a period. Give a longer period.")
    }
    var updates = PlannedUpdates()
    for number in 0..<bursts {
      for position in 0..<burst {
        updates.append(
          atNanoseconds: 10_000_000 + UInt64(number) * period + UInt64(position) * spacing,
          row: position)
      }
    }
    return TrialPlan(
      updates: updates, duration: .nanoseconds(Int64(duration)), costs: context.costs)
  }
}
