import BenchHarness

/// The tables of a run, each made from its records alone.
package enum ResultsTables {
  /// Grows by one with every change that an older reader would misread.
  package static let schemaVersion = 1

  /// The columns of `trials.csv` before its metrics.
  static let trialKeys = [
    "schema", "time", "pass", "strategy", "workload", "trial", "seed", "outcome", "detail",
  ]
  /// The columns of `events.csv`.
  static let eventKeys = [
    "schema", "time", "strategy", "workload", "trial", "event", "view", "intended_ms", "start_ms",
    "end_ms", "shown_ms", "latency_ms",
  ]

  /// `trials.csv`: a row a trial, in the order in which they ran.
  package static func trials(_ records: [Trial]) -> String {
    Table(
      trialKeys + [Metric].standard.map(\.name),
      records.map { record -> [String] in
        [
          "\(schemaVersion)", record.time.rawValue, record.pass.rawValue, record.strategy,
          record.workload, "\(record.number)", "\(record.seed)", record.outcome.rawValue,
          record.detail,
        ] + [Metric].standard.map { CSVText.number(record.values[$0.name]) }
      }
    ).csv
  }

  /// `summary.csv`: a row for each cell and metric that has a figure.
  static func summary(_ cells: [CellSummary]) -> String {
    Table(
      [
        "schema", "time", "strategy", "workload", "metric", "unit", "better", "trials", "median",
        "ci95_low", "ci95_high",
      ],
      cells.flatMap { cell in
        [Metric].standard.compactMap { metric -> [String]? in
          guard let figure = cell.figures[metric.name] else { return nil }
          return [
            "\(schemaVersion)", cell.time.rawValue, cell.strategy, cell.workload, metric.name,
            metric.unit, metric.direction.rawValue, "\(figure.count)",
            CSVText.number(figure.median), CSVText.number(figure.low), CSVText.number(figure.high),
          ]
        }
      }
    ).csv
  }

  /// `frontier.csv`: what is best possible on each workload, with reloads and with row changes.
  /// `onPrice` is called with the workload after each price, on any thread.
  static func frontier(
    _ plans: [(workload: String, plan: TrialPlan)], onPrice: @Sendable (String) -> Void = { _ in }
  ) -> String {
    var rows: [[String]] = []
    for (workload, plan) in plans {
      for (name, kind) in [("reload", DeliveryKind.reload), ("row-change", .rowChange)] {
        rows += Frontier(plan, kind, onPrice: { onPrice(workload) }).points.map { point in
          [
            "\(schemaVersion)", workload, name, CSVText.number(point.price),
            "\(point.deliveries)", CSVText.number(point.meanLatencyMilliseconds),
            CSVText.number(point.mainBusyShare),
          ]
        }
      }
    }
    return Table(
      [
        "schema", "workload", "delivery", "latency_price", "deliveries", "latency_mean_ms",
        "main_busy_share",
      ], rows
    ).csv
  }

  /// `latency.csv`: the percentile curve of each cell, over the updates of all its trials; as far
  /// as ten of them lie beyond, and then the longest.
  static func latency(_ cells: [CellSummary]) -> String {
    Table(
      [
        "schema", "time", "strategy", "workload", "percentile", "latency_ms", "updates",
        "trials_low_ms", "trials_high_ms",
      ],
      cells.flatMap { cell in
        cell.latencyCurve.map { point in
          [
            "\(schemaVersion)", cell.time.rawValue, cell.strategy, cell.workload,
            CSVText.number(point.percentile), CSVText.number(point.milliseconds),
            "\(point.updates)", CSVText.number(point.trials?.lowerBound),
            CSVText.number(point.trials?.upperBound),
          ]
        }
      }
    ).csv
  }

  /// `events.csv`: what happened in one trial of each cell, as far as it was recorded; nil where
  /// nothing was. Times are rounded to the microsecond, which no picture shows. Void trials are left out: they
  /// say nothing of their strategy.
  package static func events(_ records: [Trial]) -> String? {
    let records = records.filter { $0.events != nil && $0.outcome != .void }
    guard !records.isEmpty else { return nil }
    return Table(
      eventKeys,
      records.flatMap { record in
        (record.events ?? []).map { event -> [String] in
          let times = [event.intended, event.start, event.end, event.shown, event.latency]
          return [
            "\(schemaVersion)", record.time.rawValue, record.strategy, record.workload,
            "\(record.number)", event.kind.rawValue, event.view.map(String.init) ?? "",
          ]
            + times.map { CSVText.number($0.map { (Double($0) / 1e3).rounded() / 1e3 }) }
        }
      }
    ).csv
  }

  /// `findings.csv`: what the figures say in words, a row a sentence.
  static func findings(_ findings: [(workload: String, sentences: [String])]) -> String {
    Table(
      ["schema", "workload", "finding"],
      findings.flatMap { workload, sentences in
        sentences.map { ["\(schemaVersion)", workload, $0] }
      }
    ).csv
  }
}

extension ResultsTables {
  /// `comparison.csv`: a row for each other run, metric and cell, and for each mean over cells, which has
  /// no strategy and no workload.
  package static func comparison(_ comparison: RunComparison) -> String {
    Table(
      [
        "schema", "time", "old", "new", "strategy", "workload", "metric", "unit", "better", "cells",
        "trials", "old_median", "new_median", "ratio", "ratio_low", "ratio_high", "p", "p_adjusted",
        "verdict",
      ],
      (comparison.figures + comparison.means).map { figure -> [String] in
        let metric = [Metric].named(figure.metric)
        return [
          "\(schemaVersion)", comparison.time.rawValue, comparison.old, figure.run, figure.strategy,
          figure.workload, figure.metric, metric?.unit ?? "", metric?.direction.rawValue ?? "",
          "\(figure.cells)", "\(figure.trials)",
        ]
          + [
            figure.old, figure.new, figure.ratio, figure.low, figure.high, figure.p,
            figure.adjustedP,
          ].map(CSVText.number) + [figure.verdict.rawValue]
      }
    ).csv
  }
}
