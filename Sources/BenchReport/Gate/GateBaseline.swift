import BenchHarness

/// The figures of the exact check, with the suite and the toolchain that made them.
package struct GateBaseline: Sendable {
  package var suite: ExactSuite
  /// Recorded because other compilers and systems allocate differently.
  package var toolchain: String
  package private(set) var exact: ExactTable
  package var allocations: ExactTable?
  /// Why no allocations were counted, if there are none.
  package var whyNotCounted = "left out by --no-allocations"

  package static let allocationMetric = Metric.allocationsPerUpdate.name

  package init(
    suite: ExactSuite, toolchain: String = Build.platform, exact: ExactTable,
    allocations: ExactTable?
  ) {
    self.suite = suite
    self.toolchain = toolchain
    self.exact = exact
    self.allocations = allocations
  }

  /// The names of the strategies, without parameters.
  package var strategies: Set<String> {
    Set(exact.rows.keys.map(\.cell.strategy.withoutParameters))
  }

  package var trialCount: Int { exact.rowCount + (allocations?.rowCount ?? 0) }

  /// The baseline without the metrics that `other` lacks: a change may add metrics to the suite.
  package func comparable(with other: GateBaseline) -> GateBaseline {
    var baseline = self
    baseline.suite.metrics = suite.metrics.filter(other.suite.metrics.contains)
    baseline.exact.metrics = baseline.suite.metrics
    return baseline
  }

  /// Throws if the suites differ in more than strategies and workloads; added or missing cells become findings later.
  func check(against other: GateBaseline, folder: String) throws {
    let differences = Difference.all(suite, other.suite).map(\.field)
      .filter { !$0.hasSuffix("strategies") && !$0.hasSuffix("workloads") }
    guard differences.isEmpty else {
      throw BenchError.badBaseline(
        folder: folder,
        cause: "was made by another suite, which differs in \(differences.joined(separator: ", "))."
          + " Recreate it with '\(ProgramName.text) gate accept'.")
    }
  }
}
