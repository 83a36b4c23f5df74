/// The tables of a run, each made from its records alone.
public enum ResultsTables {
  /// Grows by one with every change that an older reader would misread.
  public static let schemaVersion = 1

  /// `trials.csv`: a row a trial, in the order in which they ran.
  public static func trials(_ records: [TrialRecord]) -> String {
    var csv = CSVText()
    csv.append(
      ["schema", "time", "pass", "strategy", "workload", "trial", "seed", "outcome", "detail"]
        + [Metric].standard.map(\.name))
    for record in records {
      csv.append(
        [
          "\(schemaVersion)", record.time.rawValue, record.pass.rawValue, record.strategy,
          record.workload, "\(record.trial)", "\(record.seed)", record.outcome.rawValue,
          record.detail,
        ] + [Metric].standard.map { CSVText.number(record.values[$0.name]) })
    }
    return csv.text
  }

  /// `summary.csv`: a row for each cell and metric that has a figure.
  static func summary(_ cells: [CellSummary]) -> String {
    var csv = CSVText()
    csv.append([
      "schema", "time", "strategy", "workload", "metric", "unit", "better", "trials", "median",
      "ci95_low", "ci95_high",
    ])
    for cell in cells {
      for metric in [Metric].standard {
        guard let figure = cell.figures[metric.name] else { continue }
        csv.append([
          "\(schemaVersion)", cell.time.rawValue, cell.strategy, cell.workload, metric.name,
          metric.unit, metric.direction.rawValue, "\(figure.count)",
          CSVText.number(figure.median), CSVText.number(figure.low), CSVText.number(figure.high),
        ])
      }
    }
    return csv.text
  }

  /// `frontier.csv`: what is best possible on each workload, with reloads and with row changes.
  static func frontier(_ plans: [(workload: String, plan: TrialPlan)]) -> String {
    var csv = CSVText()
    csv.append([
      "schema", "workload", "delivery", "latency_price", "deliveries", "latency_mean_ms",
      "main_busy_share",
    ])
    for (workload, plan) in plans {
      for (name, kind) in [("reload", DeliveryKind.reload), ("row-change", .rowChange)] {
        for point in Frontier(plan, kind).points {
          csv.append([
            "\(schemaVersion)", workload, name, CSVText.number(point.price),
            "\(point.deliveries)", CSVText.number(point.meanLatencyMilliseconds),
            CSVText.number(point.mainBusyShare),
          ])
        }
      }
    }
    return csv.text
  }

  /// `latency.csv`: the percentile curve of each cell, over the updates of all its trials; as far
  /// as ten of them lie beyond, and then the longest.
  static func latency(_ cells: [CellSummary]) -> String {
    var csv = CSVText()
    csv.append([
      "schema", "time", "strategy", "workload", "percentile", "latency_ms", "updates",
      "trials_low_ms", "trials_high_ms",
    ])
    for cell in cells {
      for point in cell.latencyCurve {
        csv.append([
          "\(schemaVersion)", cell.time.rawValue, cell.strategy, cell.workload,
          CSVText.number(point.percentile), CSVText.number(point.milliseconds),
          "\(point.updates)", CSVText.number(point.trials?.lowerBound),
          CSVText.number(point.trials?.upperBound),
        ])
      }
    }
    return csv.text
  }
}
