extension Workload {
  /// 115 200 baud and 10 bits a byte, in packets of 20 bytes (one Bluetooth Low Energy packet): 576 packets a second.
  static let uart = Workload(
    "uart", origin: "serial port over Bluetooth: 115 200 baud in packets of 20 bytes",
    summary: "evenly spaced packets from one background thread, 576 a second",
    parameters: [
      .rate("rate", 576, "packets a second"),
      .duration("duration", .milliseconds(350), "how long packets arrive"),
    ],
    quick: ["duration": "200ms"]
  ) { context in
    try context.even { packet in (row: packet, kind: .insert) }
  }

  static let steady = Workload(
    "steady", origin: "a sensor",
    summary: "evenly spaced updates from one background thread, 1 000 a second",
    parameters: [
      .rate("rate", 1_000, "updates a second"),
      .count("rows", 50, "rows that change"),
      .duration("duration", .milliseconds(400), "how long updates arrive"),
    ],
    quick: ["duration": "200ms"]
  ) { context in
    let rows = context.count("rows")
    return try context.even { number in (row: number % rows, kind: .change) }
  }

  static let sparse = Workload(
    "sparse", origin: "a quiet list",
    summary: "one update every 700 ms, from one background thread",
    parameters: [
      .duration("gap", .milliseconds(700), "time between two updates"),
      .duration("duration", .seconds(10), "how long updates arrive"),
    ],
    quick: ["duration": "1500ms"]
  ) { context in
    try context.even(ratePerSecond: 1e9 / Double(max(1, context.nanoseconds("gap")))) { number in
      (row: number % 10, kind: .change)
    }
  }

  /// Any wake-up of the main thread during the silence drains the battery for nothing.
  static let idle = Workload(
    "idle", origin: "an app that is open but has nothing to do",
    summary: "one update, then silence: 3 s in real time, 60 s in virtual time",
    parameters: [.duration("duration", .seconds(3), "minimum length of the trial")],
    quick: ["duration": "1s"], virtual: ["duration": "60s"]
  ) { context in
    context.plan(PlannedUpdates(at: [10_000_000]))
  }

  static let firehose = Workload(
    "firehose", origin: "none; measures the cost of submitting",
    summary: "4 threads submit 1 000 000 updates as fast as they can to a view that costs nothing",
    parameters: [
      .count("updates", 1_000_000, "updates of all threads together"),
      .count("producers", 4, "threads, up to 16"),
    ],
    quick: ["updates": "200000"],
    isRealTimeOnly: true
  ) { context in
    let (count, producers) = (context.count("updates"), context.count("producers"))
    try context.require(producers <= 16, "give at most 16 producers.")
    try context.require(updates: Double(count))
    var updates = PlannedUpdates()
    for number in 0..<count {
      updates.append(atNanoseconds: 0, producer: number % producers, row: 0)
    }
    return TrialPlan(
      updates: updates, producers: Array(repeating: .thread, count: producers),
      pacing: .unpaced(batch: 1_000), duration: .milliseconds(50), costs: .free, tracksRows: false)
  }

  static let fasterThanMain = Workload(
    "faster-than-main", origin: "an import, a log view, a chatty protocol",
    summary: "8 000 updates a second to a main thread that cannot keep up and also runs a timer",
    parameters: [
      .rate("rate", 8_000, "updates a second"),
      .duration("duration", .milliseconds(500), "how long updates arrive"),
      .duration("heartbeat", .milliseconds(10), "the period of the timer on the main thread"),
    ],
    quick: ["duration": "200ms"]
  ) { context in
    let heartbeat = context.nanoseconds("heartbeat")
    try context.require(heartbeat > 0, "give a heartbeat longer than 0.")
    var plan = try context.even { number in (row: number % 50, kind: .change) }
    plan.surroundings.heartbeatNanoseconds = heartbeat
    return plan
  }
}
