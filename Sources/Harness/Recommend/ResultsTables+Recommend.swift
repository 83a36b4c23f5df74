extension ResultsTables {
  /// `recommend.csv`: a row for each candidate on the whole workload, then two for each that real
  /// time was asked about, one in either time, on the stretch that both ran.
  public static func recommend(_ recommendation: Recommendation) -> String {
    var csv = CSVText()
    csv.append(
      ["schema", "time", "workload", "window_start_s", "window_end_s", "strategy", "rank"]
        + ["meets_goals", "missed_goals", "trials", "failed_trials"] + [Metric].standard.map(\.name)
    )
    func append(
      _ cell: CellSummary, _ window: TrialWindow?, rank: Int?, meets: Bool?, missed: [Goal]
    ) {
      csv.append(
        [
          "\(schemaVersion)", cell.time.rawValue, recommendation.workload,
          CSVText.number(window.map { Double($0.startNanoseconds) / 1e9 }),
          CSVText.number(window.map { Double($0.endNanoseconds) / 1e9 }), cell.strategy,
          rank.map(String.init) ?? "", meets.map { $0 ? "yes" : "no" } ?? "",
          missed.map(\.metric).joined(separator: ";"), "\(cell.trialCount)", "\(cell.failedCount)",
        ] + [Metric].standard.map { CSVText.number(cell.figures[$0.name]?.median) })
    }
    for candidate in recommendation.candidates {
      append(
        candidate.cell, nil, rank: recommendation.rank(of: candidate),
        meets: candidate.isEligible, missed: candidate.missed)
    }
    for check in recommendation.confirmation?.checks ?? [] {
      let rank = recommendation.candidates.first { $0.key == check.strategy }
        .flatMap(recommendation.rank)
      let window = recommendation.confirmation?.window
      check.virtual.map { append($0, window, rank: rank, meets: nil, missed: []) }
      check.real.map {
        append(
          $0, window, rank: rank,
          meets: check.verdict == .unknown ? nil : check.verdict == .confirmed,
          missed: check.misses.map(\.goal))
      }
    }
    return csv.text
  }
}
