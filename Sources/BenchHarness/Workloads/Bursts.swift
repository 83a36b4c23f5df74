extension Workload {
  static let completeAll = Workload(
    "complete-all", origin: "a list of tasks, all completed by one command",
    summary: "N updates in one synchronous burst on the main thread",
    parameters: [
      .count("updates", 100, "updates in the burst"),
      .duration("duration", .milliseconds(330), "minimum length of the trial"),
    ],
    quick: ["duration": "150ms"]
  ) { context in
    let count = context.count("updates")
    try context.require(updates: Double(count))
    let times = [UInt64](repeating: 10_000_000, count: count)
    return context.plan(PlannedUpdates(at: times), by: [.main])
  }

  /// Reloads outlast a throttle's interval, so a throttle that counts from start to start keeps the main thread busy.
  static let slowReload = Workload(
    "slow-reload", origin: "a list with heavy cells",
    summary: "10 updates a second and reloads of 350 ms, longer than the interval of a throttle",
    parameters: [
      .duration("reload", .milliseconds(350), "time of one reload"),
      .rate("rate", 10, "updates a second"),
      .duration("duration", .seconds(1), "how long updates arrive"),
    ],
    quick: ["duration": "400ms"]
  ) { context in
    let reload = context.nanoseconds("reload")
    try context.require(reload <= 60_000_000_000, "give a reload of at most 60s.")
    var plan = try context.even { number in (row: number, kind: .insert) }
    plan.costs.reloadNanoseconds = reload
    return plan
  }

  static let rapidService = Workload(
    "rapid-service", origin: "a background service; Poisson arrivals",
    summary: "updates at random times from one background thread, 200 a second",
    parameters: [
      .rate("rate", 200, "updates a second, on average"),
      .count("rows", 50, "rows that change"),
      .duration("duration", .milliseconds(350), "how long updates arrive"),
    ],
    quick: ["duration": "200ms"]
  ) { context in
    let duration = Double(context.nanoseconds("duration"))
    try context.require(updates: duration / 1e9 * context.number("rate"))
    let mean = 1e9 / context.number("rate")
    let rows = context.count("rows")
    var updates = PlannedUpdates()
    var time = context.exponential(mean: mean)
    while time < duration {
      updates.append(
        atNanoseconds: UInt64(time), row: Int.random(in: 0..<rows, using: &context.generator))
      time += context.exponential(mean: mean)
    }
    return context.plan(updates)
  }

  /// Submits updates inside deliveries and, 60 µs apart, around them. A strategy that clears a flag late loses updates.
  static let signalsDuringReload = Workload(
    "signals-during-reload", origin: "cells that change the model while they load",
    summary: "an update inside each delivery, and trains of updates 60 µs apart around deliveries",
    parameters: [
      .count("trains", 12, "trains of updates from a background thread"),
      .count("length", 60, "updates in a train"),
      .duration("spacing", .microseconds(60), "time between the updates of a train"),
      .duration("period", .milliseconds(40), "time between the starts of trains"),
    ],
    quick: ["trains": "5"]
  ) { context in
    let trains = context.count("trains")
    let length = context.count("length")
    try context.require(updates: 2 * Double(trains) * Double(length))
    var (updates, duration) = try context.bursts(trains, of: length, called: "train")
    for position in 0..<trains * 10 {
      updates.append(
        atNanoseconds: max(duration, context.nanoseconds("period")), producer: 1,
        row: length + position % length)
    }
    return context.plan(updates, by: [.thread, .delivery], lasting: duration)
  }

  static let onOff = Workload(
    "on-off", origin: "pages of results; an on-off source",
    summary: "100 updates 20 µs apart, every 300 ms, from one background thread",
    parameters: [
      .count("burst", 100, "updates in a burst"),
      .duration("spacing", .microseconds(20), "time between the updates of a burst"),
      .duration("period", .milliseconds(300), "time between the starts of bursts"),
      .count("bursts", 2, "bursts"),
    ],
    quick: ["bursts": "1", "period": "150ms"]
  ) { context in
    let burst = context.count("burst")
    let bursts = context.count("bursts")
    try context.require(updates: Double(burst) * Double(bursts))
    let (updates, duration) = try context.bursts(
      bursts, of: burst, called: "burst", from: 10_000_000)
    return context.plan(updates, lasting: duration)
  }

  static let multiView = Workload(
    "multi-view", origin: "several lists on one screen after a sync",
    summary: "4 threads update 8 views at the same time, every 300 ms",
    parameters: [
      .count("views", 8, "number of views"),
      .count("threads", 4, "number of producers, up to 16"),
      .count("changes", 3, "updates by each thread to each view in a burst"),
      .duration("period", .milliseconds(300), "time between the starts of bursts"),
      .count("bursts", 2, "bursts"),
    ],
    quick: ["bursts": "1", "period": "150ms"]
  ) { context in
    let views = context.count("views")
    let threads = context.count("threads")
    let changes = context.count("changes")
    try context.require(threads <= 16 && views <= 1_000, "give at most 16 threads and 1000 views.")
    let bursts = context.count("bursts")
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
    return context.plan(
      updates, by: Array(repeating: .thread, count: threads), views: views, lasting: duration)
  }
}

extension Workload.Context {
  /// Bursts of updates to rows 0, 1, 2 …, timed by the parameters "period" and "spacing", and their total duration.
  fileprivate func bursts(
    _ count: Int, of length: Int, called name: String, from start: UInt64 = 0
  ) throws -> (PlannedUpdates, duration: UInt64) {
    let period = nanoseconds("period")
    let spacing = nanoseconds("spacing")
    let duration = try total(count, period)
    try require(
      try total(length, spacing) <= period,
      "a \(name) lasts longer than a period. Give a longer period.")
    var updates = PlannedUpdates()
    for burst in 0..<count {
      for row in 0..<length {
        updates.append(
          atNanoseconds: start + UInt64(burst) * period + UInt64(row) * spacing, row: row)
      }
    }
    return (updates, duration)
  }
}
