import BenchHarness

/// The smallest differences that matter.
package enum Noticeable {
  /// The metrics that a user notices, apart from those of the cost to the rest of the app.
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

  /// What a person calls the metrics that have another title.
  private static let titles: [Metric: String] = [
    .lateShare: "late updates", .latencyMax: "longest wait", .latencyP95: "wait at p95",
    .latencyMean: "mean wait", .mainBusyActiveShare: "main-thread time",
  ]

  private static func gain(_ one: Double, over other: Double, _ metric: Metric) -> Double {
    metric.direction == .higher ? one - other : other - one
  }

  /// Whether a person notices that `one` is better than `other`.
  static func isSeen(_ one: Double, betterThan other: Double, _ metric: Metric) -> Bool {
    // Allows for rounding: 0.025 − 0.02 is a little under 0.005.
    gain(one, over: other, metric) >= (leasts[metric] ?? 0) * (1 - 1e-9)
  }

  /// Whether `one` is noticeably better than `other`, and by over 5 %; false if either is missing.
  package static func isBetter(_ one: Double?, than other: Double?, _ metric: Metric) -> Bool {
    guard let one, let other, isSeen(one, betterThan: other, metric) else { return false }
    return gain(one, over: other, metric) > 0.05 * min(abs(one), abs(other))
  }

  /// Such as "longest wait 52 ms".
  static func text(_ figure: Double, _ metric: Metric) -> String {
    "\(titles[metric] ?? metric.title) \(FigureText.withUnit(figure, metric))"
  }

  /// Such as "longest wait 52 ms instead of 90 ms".
  static func text(_ figure: Double, insteadOf other: Double, _ metric: Metric) -> String {
    "\(text(figure, metric)) instead of \(FigureText.withUnit(other, metric))"
  }
}
