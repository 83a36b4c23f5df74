import BenchHarness

/// The smallest differences that matter.
package enum Noticeable {
  /// What a person notices, apart from what it costs the rest of the app.
  package static let felt: [Metric] = [
    .lateShare, .latencyMax, .latencyP95, .hitchRatio, .picturesPerSecond,
  ]
  /// Quantities that differ by at most this factor are about equal.
  static let ratio = 1.05
  static let milliseconds = 20.0

  private static let leasts: [Metric: Double] = [
    .lateShare: 0.01, .latencyMax: milliseconds, .latencyP95: milliseconds,
    .latencyMean: milliseconds, .hitchRatio: 1, .picturesPerSecond: 5, .mainBusyPeakShare: 0.05,
    .mainBusyActiveShare: 0.005,
  ]

  private static let titles: [Metric: String] = [
    .lateShare: "late updates", .latencyMax: "longest wait", .latencyP95: "wait at p95",
    .latencyMean: "mean wait", .mainBusyActiveShare: "main-thread time",
  ]

  /// What a person calls the metric.
  static func title(_ metric: Metric) -> String { titles[metric] ?? metric.title }

  /// The smallest difference that a person notices, in the metric's unit; 0 where none is too small.
  static func least(_ metric: Metric) -> Double { leasts[metric] ?? 0 }

  /// Whether `one` is noticeably better than `other`; false if either is missing.
  package static func isBetter(_ one: Double?, than other: Double?, _ metric: Metric) -> Bool {
    guard let one, let other else { return false }
    let gain = metric.direction == .higher ? one - other : other - one
    // Allows for rounding: 0.025 − 0.02 is a little under 0.005.
    let isSeen = gain >= least(metric) * (1 - 1e-9)
    return isSeen && gain > 0.05 * min(abs(one), abs(other))
  }
}
