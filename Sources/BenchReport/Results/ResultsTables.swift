import BenchHarness

package enum ResultsTables {
  /// Incremented with every change that an older reader would misread.
  package static let schemaVersion = 1

  package static let trialKeys = [
    "schema", "time", "pass", "strategy", "workload", "trial", "seed", "outcome", "detail",
  ]

  /// `columns` begin with the schema; `rows` leave it out.
  package static func csv(_ columns: [String], _ rows: [[String]]) -> String {
    Table(columns, rows.map { ["\(schemaVersion)"] + $0 }).csv
  }

  package static func csv(_ header: String, _ rows: [[String]]) -> String {
    csv(header.split(separator: ",").map(String.init), rows)
  }

  private static func key(_ cell: CellSummary) -> [String] {
    [cell.time.rawValue, cell.strategy, cell.workload]
  }

  /// Rows are in the order of the run. In virtual time, metrics that no trial has are left out.
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

  package static func summary(_ cells: [CellSummary]) -> String {
    csv(
      "schema,time,strategy,workload,metric,unit,better,trials,median,ci95_low,ci95_high",
      cells.flatMap { cell in
        [Metric].standard.compactMap { metric -> [String]? in
          cell.figures[metric.name].map {
            key(cell) + [metric.name, metric.unit, metric.direction.rawValue, "\($0.count)"]
              + [$0.median, $0.low, $0.high].map(CSVText.number)
          }
        }
      })
  }

  package static func frontier(
    _ frontiers: [(workload: String, delivery: DeliveryKind, frontier: Frontier)]
  ) -> String {
    csv(
      "schema,workload,delivery,latency_price,deliveries,latency_mean_ms,main_busy_share",
      frontiers.flatMap { workload, delivery, frontier in
        frontier.points.map { point in
          [
            workload, delivery == .rowChange ? "row-change" : "\(delivery)",
            CSVText.number(point.price), "\(point.deliveries)",
            CSVText.number(point.meanLatencyMilliseconds), CSVText.number(point.mainBusyShare),
          ]
        }
      })
  }

  /// Percentiles that at least ten updates exceed, and the longest latency.
  package static func latency(_ cells: [CellSummary]) -> String {
    csv(
      "schema,time,strategy,workload,percentile,latency_ms,updates,trials_low_ms,"
        + "trials_high_ms",
      cells.flatMap { cell in
        cell.latencyCurve.map { point in
          key(cell) + [CSVText.number(point.percentile), CSVText.number(point.milliseconds)]
            + ["\(point.updates)"]
            + [point.trials?.lowerBound, point.trials?.upperBound].map(CSVText.number)
        }
      })
  }

  /// The events of one trial per cell, never a discarded one; nil if there are none. Times are rounded to microseconds.
  package static func events(_ records: [Trial]) -> String? {
    let records = records.filter { $0.events != nil && $0.outcome != .void }
    guard !records.isEmpty else { return nil }
    return csv(
      "schema,time,strategy,workload,trial,event,view,intended_ms,start_ms,end_ms,shown_ms,"
        + "latency_ms,delivery",
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

  /// The findings about the whole run come first, its headline at the top.
  package static func findings(_ report: RunReport) -> String {
    let all =
      report.bottomLine.map { ["", $0.group?.rawValue ?? "", $0.sentence] }
      + report.workloads.flatMap { own in
        own.sentences.map { [own.workload, own.group.rawValue, $0] }
      }
    return csv("schema,workload,delivery,finding", all)
  }

  /// The comparison as CSV. The workload column is empty in rows that cover all workloads of a strategy.
  package static func comparison(_ comparison: RunComparison) -> String {
    csv(
      "schema,time,old,new,strategy,workload,workloads,metric,unit,better,old_trials,"
        + "new_trials,old_median,new_median,ratio,ratio_low,ratio_high,p,verdict",
      comparison.figures.map { figure -> [String] in
        let metric = figure.metric
        let figures = [
          figure.old, figure.new, figure.ratio, figure.low, figure.high, figure.p,
        ]
        return [
          comparison.time.rawValue, comparison.old, figure.run, figure.strategy,
          figure.isWhole ? "" : figure.workloads[0], "\(figure.workloads.count)", metric.name,
          metric.unit, metric.direction.rawValue, "\(figure.oldTrials)", "\(figure.newTrials)",
        ] + figures.map(CSVText.number) + [figure.verdict?.rawValue ?? ""]
      })
  }

  /// The present strategy, if it is not a candidate, and the candidates, the best first, with a row for each workload.
  package static func recommend(_ recommendation: Recommendation) -> String {
    let present = recommendation.now.map { [$0] } ?? []
    let all =
      present.filter { now in !recommendation.candidates.contains { $0.key == now.key } }
      + recommendation.candidates
    let goals = recommendation.cases.flatMap(\.goals)
    let metrics = Goal.metrics(of: goals)
    // Built line by line, because rows of strings for thousands of workloads would take too much memory.
    var text = csv(
      [
        "schema", "workload", "role", "delivery", "strategy", "swift", "meets_goals",
        "missed_goals",
      ] + metrics.map(\.name), [])
    for candidate in all {
      let (role, swift) = (recommendation.role(of: candidate), candidate.swift ?? "")
      for result in candidate.results {
        text += CSVText.row(
          [
            "\(schemaVersion)", result.cell.workload, role, candidate.group.rawValue,
            candidate.key, swift,
            result.isCorrect && result.missed.isEmpty ? "yes" : "no",
            result.isCorrect
              ? result.missed.map(\.metric.name).joined(separator: ";") : result.cell.failures,
          ] + metrics.map { CSVText.number(result.cell.median($0)) })
      }
    }
    return text
  }
}
