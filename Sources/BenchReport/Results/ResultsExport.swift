import BenchHarness

/// A file that a run writes from its trials alone, anew as a whole whenever the tables are.
package struct ResultsExport: Sendable {
  /// The trials of a run, as far as it has come.
  package struct Trials: Sendable {
    /// In the order in which they ran.
    package let records: [Trial]
    /// What those of each cell say together, in the order of the settings.
    package let cells: [CellSummary]
  }

  /// Its name in the folder of the run; permanent, for people's programs read it.
  package let file: String
  /// What it holds, in one line.
  package let summary: String
  /// What is written; nil for no file.
  package let text: @Sendable (Trials) -> String?

  /// Makes an export.
  package init(_ file: String, _ summary: String, text: @escaping @Sendable (Trials) -> String?) {
    self.file = file
    self.summary = summary
    self.text = text
  }
}

extension [ResultsExport] {
  /// Every export, one line each. What is made at other times, or from more than the trials, has its
  /// place in ``ResultsFolder``: `events.csv`, `frontier.csv`, `findings.csv`, `environment.json`.
  package static let standard: [ResultsExport] = [
    .trials,
    .summary,
    .latency,
  ]
}

extension ResultsExport {
  static let trials = ResultsExport("trials.csv", "a row for each trial, with every metric") {
    ResultsTables.trials($0.records)
  }

  static let summary = ResultsExport(
    "summary.csv", "a row for each strategy, workload and metric: the median of the trials"
  ) { ResultsTables.summary($0.cells) }

  static let latency = ResultsExport(
    "latency.csv", "a row for each strategy, workload and point of the percentile curve"
  ) { ResultsTables.latency($0.cells) }
}
