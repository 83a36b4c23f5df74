/// A difference matters if it is over 5 %, and at least 0.5 percentage points of main-thread time or 20 ms of latency.
package enum LeastDifference {
  static let ratio = 1.05
  static let metrics = ["main_busy_share", "latency_mean_ms", "latency_max_ms"]

  package static func isLess(_ one: Double?, than other: Double?, _ metric: String) -> Bool {
    guard let one, let other else { return false }
    let least = metric == "main_busy_share" ? 0.005 : milliseconds
    // Allows for rounding: 0.025 − 0.02 is a little under 0.005.
    return other - one >= least * (1 - 1e-9) && other > one * ratio
  }

  static let milliseconds = 20.0
}
