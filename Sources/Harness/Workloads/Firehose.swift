extension Workload {
  /// Producers that submit as fast as they can to a view that costs nothing: what a submission
  /// itself costs, and what it costs when several threads submit at once.
  static let firehose = Workload(
    "firehose", origin: "none; measures submit",
    summary: "4 threads submit 1 000 000 updates as fast as they can to a view that costs nothing",
    parameters: [
      .count("updates", 1_000_000, "updates of all threads together"),
      .count("producers", 4, "threads, up to 16"),
    ],
    quick: ["updates": "200000"],
    isRealTimeOnly: true
  ) { context in
    let producers = context.values.count("producers")
    guard producers <= 16 else {
      throw HarnessError.badPlan(workload: "firehose", cause: "give at most 16 producers.")
    }
    try Workload.require(updates: Double(context.values.count("updates")), of: "firehose")
    var updates = PlannedUpdates()
    updates.reserve(context.values.count("updates"))
    for number in 0..<context.values.count("updates") {
      updates.append(atNanoseconds: 0, producer: number % producers, row: 0)
    }
    return TrialPlan(
      updates: updates, producers: Array(repeating: .thread, count: producers),
      pacing: .unpaced(batch: 1_000), duration: .milliseconds(50), costs: .free, tracksRows: false)
  }
}
