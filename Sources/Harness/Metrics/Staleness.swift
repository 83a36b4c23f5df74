extension [Metric] {
  /// How much of the time the view shows an older model than there is.
  static let staleness: [Metric] = [
    Metric(
      "stale_share", title: "stale", unit: "share",
      "share of the trial in which the view shows an older model than there is; mean of the views"
    ) { trial, _ in
      let log = trial.log
      guard log.end > 0 else { return nil }
      return Double(staleNanoseconds(trial)) / Double(log.end) / Double(log.viewCount)
    }
  ]

  /// The union of the waiting times of each view, summed over the views.
  private static func staleNanoseconds(_ trial: TrialAnalysis) -> UInt64 {
    let log = trial.log
    var covered = [UInt64](repeating: 0, count: log.viewCount)
    var total: UInt64 = 0
    for index in byIntendedTime(log) where log.actual[index] != TrialLog.never {
      let view = Int(log.updates.view[index])
      let from = Swift.max(log.intended[index], covered[view])
      let until = Swift.min(trial.shownAt[index], log.end)
      guard until > from else { continue }
      total += until - from
      covered[view] = until
    }
    return total
  }

  /// Producers without pacing set the intended times themselves, each for its own updates.
  private static func byIntendedTime(_ log: TrialLog) -> [Int] {
    let indices = [Int](log.intended.indices)
    let isSorted = zip(log.intended, log.intended.dropFirst()).allSatisfy { $0 <= $1 }
    return isSorted ? indices : indices.sorted { log.intended[$0] < log.intended[$1] }
  }
}
