import BenchHarness

/// A difference matters if it is over 5 %, and at least 0.5 percentage points of main-thread time or 20 ms of latency.
package enum LeastDifference {
  static let ratio = 1.05
  static let metrics: [Metric] = [.mainBusyShare, .latencyMean, .latencyMax]

  package static func isLess(_ one: Double?, than other: Double?, _ metric: Metric) -> Bool {
    guard let one, let other else { return false }
    let least = metric == .mainBusyShare ? 0.005 : milliseconds
    // Allows for rounding: 0.025 − 0.02 is a little under 0.005.
    return other - one >= least * (1 - 1e-9) && other > one * ratio
  }

  static let milliseconds = 20.0
}
