extension [Metric] {
  /// What the work of main does to a display that refreshes 60 times a second.
  static let display: [Metric] = [
    Metric(
      "hitch_ratio_ms_per_s", title: "hitches", unit: "ms/s",
      """
      lateness of frames against a 60 Hz display; under 5 is good, over 10 critical (Apple, \
      "Explore UI animation hitches and the render loop", 2021)
      """
    ) { trial, _ in
      trial.log.end > 0 ? hitchNanoseconds(trial.log) / 1e6 / (Double(trial.log.end) / 1e9) : nil
    }
  ]

  /// Main's work for a frame may take one refresh period: a turn is due at the first refresh that
  /// comes a period after it began, and shown at the first one after it ended. A turn shorter than
  /// a period is never late, wherever it lies; one of n periods is late by n − 1 of them.
  private static func hitchNanoseconds(_ log: TrialLog) -> Double {
    let period = 1e9 / 60
    return log.turns.reduce(0) { sum, turn in
      let due = (Double(turn.start) / period).rounded(.up) + 1
      let shown = (Double(turn.end) / period).rounded(.up)
      return sum + Swift.max(0, shown - due) * period
    }
  }
}
