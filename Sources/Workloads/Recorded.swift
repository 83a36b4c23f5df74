import Harness

extension Workload {
  /// A recording made for this project: the file-system events (inotify) under a Swift package
  /// while it was built, 4 935 in 10.6 s, with a median gap of 18 µs. A row stands for a path.
  static let fileEvents = Workload(
    "file-events", origin: "recorded: inotify under a Swift package during a build",
    summary: "4 935 file-system events of a build in bursts, 10.6 s",
    parameters: [.rate("speed", 1, "how many times faster than recorded")],
    quick: ["speed": "10"]
  ) { context in
    var options = TraceOptions()
    options.rowColumn = "row"
    options.kindColumn = "kind"
    options.speed = context.values.rate("speed")
    let trace = try Trace(
      bytes: PackageResources.file_events_csv, name: "file-events.csv", options: options)
    return trace.plan(costs: context.costs)
  }

  /// A recording of the caller's own: any CSV with a column of times (`--trace FILE.csv`).
  static let trace = Workload(
    "trace", origin: "recorded: the file given with --trace",
    summary: "any CSV with a time column, replayed from one background thread; needs --trace"
  ) { context in
    guard let trace = context.trace else {
      throw context.refusal("give the file with --trace FILE.csv.")
    }
    return trace.plan(costs: context.costs)
  }
}
