import BenchHarness

package enum ResultsTables {
  /// Grows with every change that an older reader would misread.
  package static let schemaVersion = 1

  static let trialKeys = [
    "schema", "time", "pass", "strategy", "workload", "trial", "seed", "outcome", "detail",
  ]

  /// Adds the schema as the first column.
  static func csv(_ columns: [String], _ rows: [[String]]) -> String {
    Table(columns, rows.map { ["\(schemaVersion)"] + $0 }).csv
  }

  private static func key(_ cell: CellSummary) -> [String] {
    [cell.time.rawValue, cell.strategy, cell.workload]
  }

  /// In the order of the run. Virtual time leaves out metrics that no trial has.
  package static func trials(
    _ records: [Trial], _ strategies: StrategyTable = StrategyTable([])
  ) -> String {
    let isVirtual = !records.isEmpty && records.allSatisfy { $0.time == .virtual }
    let metrics = [Metric].standard.filter { metric in
      !isVirtual || records.contains { $0.values[metric.name] != nil }
    }
    return csv(
      trialKeys + metrics.map(\.name) + strategies.columns,
      records.map { record -> [String] in
        [
          record.time.rawValue, record.pass.rawValue, record.strategy, record.workload,
          "\(record.number)", "\(record.seed)", record.outcome.rawValue, record.detail,
        ] + metrics.map { CSVText.number(record.values[$0.name]) }
          + strategies.values(record.strategy)
      })
  }

  static func summary(_ cells: [CellSummary]) -> String {
    csv(
      [
        "schema", "time", "strategy", "workload", "metric", "unit", "better", "trials", "median",
        "ci95_low", "ci95_high",
      ],
      cells.flatMap { cell in
        [Metric].standard.compactMap { metric -> [String]? in
          cell.figures[metric.name].map {
            key(cell) + [metric.name, metric.unit, metric.direction.rawValue, "\($0.count)"]
              + [$0.median, $0.low, $0.high].map(CSVText.number)
          }
        }
      })
  }

  /// `onPrice` is called after each price, on any thread.
  static func frontier(
    _ plans: [(workload: String, plan: TrialPlan)], onPrice: @Sendable (String) -> Void = { _ in }
  ) -> String {
    var rows: [[String]] = []
    for (workload, plan) in plans {
      for (name, kind) in [("reload", DeliveryKind.reload), ("row-change", .rowChange)] {
        rows += Frontier(plan, kind, onPrice: { onPrice(workload) }).points.map { point in
          [
            workload, name, CSVText.number(point.price), "\(point.deliveries)",
            CSVText.number(point.meanLatencyMilliseconds), CSVText.number(point.mainBusyShare),
          ]
        }
      }
    }
    return csv(
      [
        "schema", "workload", "delivery", "latency_price", "deliveries", "latency_mean_ms",
        "main_busy_share",
      ], rows)
  }

  /// Percentiles that at least ten updates exceed, and the longest latency.
  static func latency(_ cells: [CellSummary]) -> String {
    csv(
      [
        "schema", "time", "strategy", "workload", "percentile", "latency_ms", "updates",
        "trials_low_ms", "trials_high_ms",
      ],
      cells.flatMap { cell in
        cell.latencyCurve.map { point in
          key(cell) + [CSVText.number(point.percentile), CSVText.number(point.milliseconds)]
            + ["\(point.updates)"]
            + [point.trials?.lowerBound, point.trials?.upperBound].map(CSVText.number)
        }
      })
  }

  /// One trial of each cell; nil if nothing was recorded. Times are rounded to microseconds.
  /// Discarded trials are left out: they say nothing about their strategy.
  package static func events(_ records: [Trial]) -> String? {
    let records = records.filter { $0.events != nil && $0.outcome != .void }
    guard !records.isEmpty else { return nil }
    return csv(
      [
        "schema", "time", "strategy", "workload", "trial", "event", "view", "intended_ms",
        "start_ms", "end_ms", "shown_ms", "latency_ms", "delivery",
      ],
      records.flatMap { record in
        (record.events ?? []).map { event -> [String] in
          let times = [event.intended, event.start, event.end, event.shown, event.latency].map {
            CSVText.number($0.map { (Double($0) / 1e3).rounded() / 1e3 })
          }
          let key = [record.time.rawValue, record.strategy, record.workload, "\(record.number)"]
          let (view, delivery) = (event.view.map(String.init), event.delivery.map(String.init))
          return key + [event.kind.rawValue, view ?? ""] + times + [delivery ?? ""]
        }
      })
  }

  /// Those of the whole run come first, its headline at the top.
  static func findings(_ report: RunReport) -> String {
    let all = [("", report.bottomLine)] + report.workloads.map { ($0.workload, $0.findings) }
    return csv(
      ["schema", "workload", "finding"],
      all.flatMap { workload, findings in findings.map { [workload, $0.sentence] } })
  }

  /// Means over cells have no strategy and no workload.
  package static func comparison(_ comparison: RunComparison) -> String {
    csv(
      [
        "schema", "time", "old", "new", "strategy", "workload", "metric", "unit", "better", "cells",
        "trials", "old_median", "new_median", "ratio", "ratio_low", "ratio_high", "p", "p_adjusted",
        "verdict", "old_trials", "new_trials", "old_lost", "new_lost", "shift", "shift_low",
        "shift_high",
        "trials_needed",
      ],
      (comparison.figures + comparison.means).map { figure -> [String] in
        let metric = [Metric].named(figure.metric)
        let figures = [
          figure.old, figure.new, figure.ratio, figure.low, figure.high, figure.p, figure.adjustedP,
        ]
        return [
          comparison.time.rawValue, comparison.old, figure.run, figure.strategy, figure.workload,
          figure.metric, metric?.unit ?? "", metric?.direction.rawValue ?? "", "\(figure.cells)",
          "\(figure.trials)",
        ] + figures.map(CSVText.number)
          + [figure.verdict.rawValue]
          + [figure.oldTrials, figure.newTrials, figure.oldLost, figure.newLost].map(String.init)
          + [figure.shift, figure.shiftLow, figure.shiftHigh].map(CSVText.number)
          + [figure.trialsNeeded.map(String.init) ?? ""]
      })
  }

  /// A row for each candidate and workload; then, for each that ran in real time, one in either
  /// time on the stretch that both ran.
  package static func recommend(_ recommendation: Recommendation) -> String {
    // Line by line: rows of strings for thousands of workloads would take too much memory.
    var text = csv(
      ["schema", "time", "workload", "window_start_s", "window_end_s", "strategy", "rank"]
        + ["meets_goals", "missed_goals", "trials", "failed_trials"]
        + [Metric].standard.map(\.name), [])
    func append(
      _ cell: CellSummary, _ workload: String, _ window: TrialWindow?, rank: Int?, meets: Bool?,
      missed: [Goal]
    ) {
      let ends = [window?.startNanoseconds, window?.endNanoseconds].map {
        CSVText.number($0.map { Double($0) / 1e9 })
      }
      text += CSVText.row(
        ["\(schemaVersion)", cell.time.rawValue, workload] + ends + [
          cell.strategy, rank.map(String.init) ?? "",
        ]
          + [meets.map { $0 ? "yes" : "no" } ?? "", missed.map(\.metric).joined(separator: ";")]
          + ["\(cell.trialCount)", "\(cell.failedCount)"]
          + [Metric].standard.map { CSVText.number(cell.median($0.name)) })
    }
    for candidate in recommendation.candidates {
      let rank = recommendation.rank(of: candidate)
      for result in candidate.results {
        append(
          result.cell, result.cell.workload, nil, rank: rank,
          meets: result.isCorrect && result.missed.isEmpty, missed: result.missed)
      }
    }
    if let confirmation = recommendation.confirmation {
      for check in confirmation.checks {
        let rank = recommendation.candidates.first { $0.key == check.strategy }
          .flatMap(recommendation.rank)
        let (workload, window) = (confirmation.workload, confirmation.window)
        check.virtual.map { append($0, workload, window, rank: rank, meets: nil, missed: []) }
        check.real.map {
          append(
            $0, workload, window, rank: rank,
            meets: check.verdict == .unknown ? nil : check.verdict == .confirmed,
            missed: check.misses.map(\.goal))
        }
      }
    }
    return text
  }

  /// A row for each price and workload.
  static func choices(_ recommendation: Recommendation) -> String {
    let asked = recommendation.weighing == .cost ? recommendation.price : nil
    return csv(
      [
        "schema", "workload", "latency_price", "is_asked", "strategy", "latency_mean_ms",
        "main_busy_share",
      ],
      recommendation.choices.flatMap { choice in
        (recommendation.candidates.first { $0.key == choice.strategy }?.results ?? []).map {
          [
            $0.cell.workload, CSVText.number(choice.price), choice.price == asked ? "yes" : "no",
            choice.strategy, CSVText.number($0.cell.median("latency_mean_ms")),
            CSVText.number($0.cell.median("main_busy_share")),
          ]
        }
      })
  }
}
