extension [Selection<StrategyEntry>] {
  /// Reads a list of strategies; a glob skips what cannot run in that time, a name does not.
  /// - Throws: ``HarnessError`` for an unknown name or a bad parameter.
  public static func strategies(
    _ list: String, from entries: [StrategyEntry], time: TimeMode
  ) throws -> Self {
    try Selection.parse(list, from: entries, isEligible: { time == .real || !$0.isRealTimeOnly })
  }
}

extension [Selection<Workload>] {
  /// Reads a list of workloads; a glob skips what cannot run in that time, and the trace unless there
  /// is one; a name does not. `quick` makes them shorter where the list does not say how long.
  /// - Throws: ``HarnessError`` for an unknown name or a bad parameter.
  public static func workloads(
    _ list: String, from entries: [Workload], time: TimeMode, hasTrace: Bool = false,
    quick: Bool = false
  ) throws -> Self {
    try Selection.parse(
      list, from: entries,
      isEligible: {
        (time == .real || !$0.isRealTimeOnly) && ($0.name != "trace" || hasTrace)
      },
      defaults: { workload in
        (time == .virtual ? workload.virtual : [:])
          .merging(quick ? workload.quick : [:]) { _, quick in quick }
      })
  }
}
