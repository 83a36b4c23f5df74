extension GateReport {
  /// A row for each finding, and one for each cell without any.
  public var csv: String {
    var csv = CSVText()
    csv.append(["schema", "half", "strategy", "workload", "metric", "verdict", "finding"])
    for cell in cells {
      let none = [GateFinding(metric: nil, verdict: .pass, text: "")]
      for finding in cell.findings.isEmpty ? none : cell.findings {
        csv.append([
          "\(schema)", cell.half.rawValue, cell.strategy, cell.workload, finding.metric ?? "",
          finding.verdict.rawValue, finding.text,
        ])
      }
    }
    return csv.text
  }
}
