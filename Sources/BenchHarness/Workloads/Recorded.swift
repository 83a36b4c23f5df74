import CBenchPlatform

extension Workload {
  /// inotify events in a Swift package's folder during a build; the median gap is 18 µs. Each path is a row.
  static let fileEvents = Workload(
    "file-events", origin: "recorded with inotify in a Swift package's folder during a build",
    summary: "4 935 file-system events of a build, in bursts, over 10.6 s",
    parameters: [.rate("speed", 1, "how many times as fast as recorded")],
    quick: ["speed": "10"]
  ) { context in
    try context.recorded(cplatform_file_events)
  }

  /// `swift build` and `swift test` of this package, recorded as in docs/recordings.md. Each output line is a new row.
  static let logStream = Workload(
    "log-stream", origin: "recorded by 'bench record' from a build and a test run of this package",
    summary: "output of a build (463 lines in 22.4 s) or a test run (3 656 in 27.2 s), in bursts",
    parameters: [
      .choice("recording", ["build", "test"], "which run to replay"),
      .rate("speed", 1, "how many times as fast as recorded"),
    ],
    quick: ["speed": "10"]
  ) { context in
    let isTest = context.choice("recording") == 1
    return try context.recorded(isTest ? cplatform_log_test : cplatform_log_build)
  }

  static let trace = Workload(
    "trace", origin: "recorded: the file given with --trace",
    summary: "any recording with times, replayed from one background thread; needs --trace"
  ) { context in
    guard let trace = context.trace else {
      throw context.refusal("give the file with --trace FILE.")
    }
    return trace.plan(costs: context.costs)
  }
}

extension Workload.Context {
  fileprivate func recorded(_ csv: cplatform_bytes) throws -> TrialPlan {
    var options = TraceOptions()
    options.speed = values.number("speed")
    let bytes = Array(UnsafeBufferPointer(start: csv.bytes, count: csv.count))
    return try Recording(bytes: bytes, name: "a recording", options: options)
      .trace.plan(costs: costs)
  }
}
