import BenchHarness

extension ResultsTables {
  /// `recommend.csv`: a row for each candidate on each whole workload, then two for each that real time
  /// was asked about, one in either time, on the stretch that both ran.
  package static func recommend(_ recommendation: Recommendation) -> String {
    var rows: [[String]] = []
    func append(
      _ cell: CellSummary, _ workload: String, _ window: TrialWindow?, rank: Int?, meets: Bool?,
      missed: [Goal]
    ) {
      func seconds(_ nanoseconds: UInt64?) -> String {
        CSVText.number(nanoseconds.map { Double($0) / 1e9 })
      }
      let fields: [String] = [
        "\(schemaVersion)", cell.time.rawValue, workload, seconds(window?.startNanoseconds),
        seconds(window?.endNanoseconds), cell.strategy, rank.map(String.init) ?? "",
        meets.map { $0 ? "yes" : "no" } ?? "", missed.map(\.metric).joined(separator: ";"),
        "\(cell.trialCount)", "\(cell.failedCount)",
      ]
      rows.append(fields + [Metric].standard.map { CSVText.number(cell.figures[$0.name]?.median) })
    }
    for candidate in recommendation.candidates {
      for result in candidate.results {
        append(
          result.cell, result.cell.workload, nil, rank: recommendation.rank(of: candidate),
          meets: result.cell.isCorrect && result.missed.isEmpty, missed: result.missed)
      }
    }
    for check in recommendation.confirmation?.checks ?? [] {
      let rank = recommendation.candidates.first { $0.key == check.strategy }
        .flatMap(recommendation.rank)
      let window = recommendation.confirmation?.window
      let workload = recommendation.confirmation?.workload ?? ""
      check.virtual.map { append($0, workload, window, rank: rank, meets: nil, missed: []) }
      check.real.map {
        append(
          $0, workload, window, rank: rank,
          meets: check.verdict == .unknown ? nil : check.verdict == .confirmed,
          missed: check.misses.map(\.goal))
      }
    }
    return Table(
      ["schema", "time", "workload", "window_start_s", "window_end_s", "strategy", "rank"]
        + ["meets_goals", "missed_goals", "trials", "failed_trials"]
        + [Metric].standard.map(\.name),
      rows
    ).csv
  }

  /// `choices.csv`: what would be chosen at each price of waiting, and what it does, a row for each
  /// workload.
  static func choices(_ recommendation: Recommendation) -> String {
    let asked = recommendation.weighing == .cost ? recommendation.price : nil
    return Table(
      [
        "schema", "workload", "latency_price", "is_asked", "strategy", "latency_mean_ms",
        "main_busy_share",
      ],
      recommendation.choices.flatMap { choice in
        (recommendation.candidates.first { $0.key == choice.strategy }?.results ?? []).map {
          [
            "\(schemaVersion)", $0.cell.workload, CSVText.number(choice.price),
            choice.price == asked ? "yes" : "no", choice.strategy,
            CSVText.number($0.figure("latency_mean_ms")),
            CSVText.number($0.figure("main_busy_share")),
          ]
        }
      }
    ).csv
  }
}

extension ResultsFolder {
  /// Writes the tables of a recommendation.
  /// - Throws: ``BenchError/cannotWrite(path:cause:)``.
  package func write(_ recommendation: Recommendation) throws {
    try write(ResultsTables.recommend(recommendation), "recommend.csv")
    try write(ResultsTables.choices(recommendation), "choices.csv")
  }
}
