extension Workload {
  /// A recording of the caller's own: any CSV with a column of times (`--trace FILE.csv`).
  static let trace = Workload(
    "trace", origin: "recorded: the file given with --trace",
    summary: "any CSV with a time column, replayed from one background thread; needs --trace"
  ) { context in
    guard let trace = context.trace else {
      throw HarnessError.badPlan(workload: "trace", cause: "give the file with --trace FILE.csv.")
    }
    return trace.plan(costs: context.costs)
  }
}
