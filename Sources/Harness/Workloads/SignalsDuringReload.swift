extension Workload {
  /// Updates that come from inside a delivery, and others 60 µs apart before, in and after it: where
  /// a strategy that clears its flag too late loses one.
  static let signalsDuringReload = Workload(
    "signals-during-reload", origin: "cells that change the model while they are loaded",
    summary: "an update from inside each delivery, and trains of updates 60 µs apart around it",
    parameters: [
      .count("trains", 12, "trains of updates from a background thread"),
      .count("length", 60, "updates in a train"),
      .duration("spacing", .microseconds(60), "between the updates of a train"),
      .duration("period", .milliseconds(40), "between the starts of trains"),
    ],
    quick: ["trains": "5"]
  ) { context in
    let trains = context.values.count("trains")
    let length = context.values.count("length")
    let spacing = context.nanoseconds("spacing")
    let period = context.nanoseconds("period")
    try Workload.require(
      updates: 2 * Double(trains) * Double(length), of: "signals-during-reload")
    let duration = try Workload.total(trains, period, of: "signals-during-reload")
    guard try Workload.total(length, spacing, of: "signals-during-reload") <= period else {
      throw HarnessError.badPlan(
        workload: "signals-during-reload",
        cause: "a train lasts longer than a period. Give a longer period.")
    }
    var updates = PlannedUpdates()
    for train in 0..<trains {
      for position in 0..<length {
        updates.append(
          atNanoseconds: UInt64(train) * period + UInt64(position) * spacing, row: position)
      }
    }
    for position in 0..<trains * 10 {
      updates.append(
        atNanoseconds: max(duration, period), producer: 1, row: length + position % length)
    }
    return TrialPlan(
      updates: updates, producers: [.thread, .delivery],
      duration: .nanoseconds(Int64(duration)), costs: context.costs)
  }
}
