extension ExactSuite {
  /// This suite without the names that `baseline` has and the program has not any more, so that the
  /// rest can be run, and the comparison names them as gone. Other unknown names stay, and are refused
  /// when the suite is run.
  public func withoutGone(
    since baseline: GateBaseline, strategies: [StrategyEntry], workloads: [Workload]
  ) -> ExactSuite {
    let cells = (baseline.exact.rows.keys + (baseline.allocations?.rows.keys.map { $0 } ?? []))
    let goneStrategies = Self.gone(cells.map(\.strategy), strategies.map(\.name))
    let goneWorkloads = Self.gone(cells.map(\.workload), workloads.map(\.name))
    var suite = self
    suite.strategies = Self.list(suite.strategies, without: goneStrategies)
    suite.workloads = Self.list(suite.workloads, without: goneWorkloads)
    if var allocations = suite.allocations {
      allocations.strategies = Self.list(allocations.strategies, without: goneStrategies)
      allocations.workloads = Self.list(allocations.workloads, without: goneWorkloads)
      suite.allocations = allocations
    }
    return suite
  }

  private static func gone(_ keys: [String], _ names: [String]) -> Set<String> {
    Set(keys.map(name)).subtracting(names)
  }

  /// A key without its parameters.
  private static func name(_ key: some StringProtocol) -> String {
    String(key.prefix { $0 != ":" }).filter { $0 != " " }
  }

  /// A list of which nothing would be left stays as it is.
  private static func list(_ list: String, without gone: Set<String>) -> String {
    let kept = list.split(separator: ",").filter { !gone.contains(name($0)) }
    return kept.isEmpty ? list : kept.joined(separator: ",")
  }
}
