extension Workload {
  /// Several lists on one screen that are all hit at once, as after a sync: each of 4 threads
  /// changes rows of its own in each of 8 views.
  static let multiView = Workload(
    "multi-view", origin: "several lists on one screen after a sync",
    summary: "8 views hit at once by 4 threads, every 300 ms",
    parameters: [
      .count("views", 8, "views on the same main thread"),
      .count("threads", 4, "producers, up to 16"),
      .count("changes", 3, "updates by each thread to each view in a burst"),
      .duration("period", .milliseconds(300), "between the starts of bursts"),
      .count("bursts", 2, "bursts"),
    ],
    quick: ["bursts": "1"]
  ) { context in
    let views = context.values.count("views")
    let threads = context.values.count("threads")
    let changes = context.values.count("changes")
    try context.require(threads <= 16 && views <= 1_000, "give at most 16 threads and 1000 views.")
    let bursts = context.values.count("bursts")
    let period = context.nanoseconds("period")
    let duration = try context.total(bursts, period)
    try context.require(updates: Double(bursts) * Double(changes) * Double(views * threads))
    var updates = PlannedUpdates()
    for burst in 0..<bursts {
      let time = 10_000_000 + UInt64(burst) * period
      for change in 0..<changes {
        for view in 0..<views {
          for thread in 0..<threads {
            updates.append(
              atNanoseconds: time, producer: thread, view: view, row: thread * changes + change)
          }
        }
      }
    }
    return TrialPlan(
      updates: updates, producers: Array(repeating: .thread, count: threads), viewCount: views,
      duration: .nanoseconds(Int64(duration)),
      costs: context.costs)
  }
}
