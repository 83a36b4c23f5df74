extension ResultsTables {
  /// `sweep.csv`: a row for each value on each workload, with the medians of its trials.
  public static func sweep(_ report: SweepReport) -> String {
    var csv = CSVText()
    csv.append(
      ["schema", "time", "workload", "strategy", "parameter", report.valueColumn, "trials"]
        + ["failed_trials", "is_knee"] + [Metric].standard.map(\.name))
    for curve in report.curves {
      for point in curve.points {
        csv.append(
          [
            "\(schemaVersion)", point.cell.time.rawValue, curve.workload, point.cell.strategy,
            report.parameter, CSVText.number(point.number), "\(point.cell.trialCount)",
            "\(point.cell.failedCount)", point.value == curve.knee ? "yes" : "no",
          ] + [Metric].standard.map { CSVText.number(point.cell.figures[$0.name]?.median) })
      }
    }
    return csv.text
  }
}
