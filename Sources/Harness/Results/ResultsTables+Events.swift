extension ResultsTables {
  /// `events.csv`: what happened in one trial of each cell, as far as it was recorded; nil where
  /// nothing was. Times are rounded to the microsecond, which no picture shows. A void trial says nothing of its strategy and is left out.
  public static func events(_ records: [TrialRecord]) -> String? {
    let records = records.filter { $0.events != nil && $0.outcome != .void }
    guard !records.isEmpty else { return nil }
    var csv = CSVText()
    csv.append([
      "schema", "time", "strategy", "workload", "trial", "event", "view", "intended_ms",
      "start_ms", "end_ms", "shown_ms", "latency_ms",
    ])
    for record in records {
      let trial = [
        "\(schemaVersion)", record.time.rawValue, record.strategy, record.workload,
        "\(record.trial)",
      ]
      for event in record.events ?? [] {
        csv.append(
          trial + [event.kind.rawValue, event.view.map(String.init) ?? ""]
            + [event.intended, event.start, event.end, event.shown, event.latency].map {
              CSVText.number($0.map { (Double($0) / 1e3).rounded() / 1e3 })
            })
      }
    }
    return csv.text
  }

  /// `findings.csv`: what the figures say in words, a row a sentence.
  static func findings(_ findings: [(workload: String, sentences: [String])]) -> String {
    var csv = CSVText()
    csv.append(["schema", "workload", "finding"])
    for (workload, sentences) in findings {
      for sentence in sentences { csv.append(["\(schemaVersion)", workload, sentence]) }
    }
    return csv.text
  }
}
