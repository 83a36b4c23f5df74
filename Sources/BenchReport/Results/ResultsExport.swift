import BenchHarness

/// A file that a run writes from its trials alone, anew as a whole whenever the tables are.
package struct ResultsExport: Sendable {
  /// Its name in the folder of the run; permanent, because other programs read it.
  package let file: String
  package let summary: String
  /// Of the trials in the order in which they ran, and of the cells in the order of the settings.
  let text: @Sendable (_ trials: [Trial], _ cells: [CellSummary]) -> String
}

extension [ResultsExport] {
  /// Every export. What is made at other times, or from more than the trials, has its place in
  /// ``ResultsFolder``: `events.csv`, `frontier.csv`, `findings.csv`, `environment.json`.
  package static let standard = [
    ResultsExport(file: "trials.csv", summary: "a row for each trial, with every metric") {
      trials, _ in ResultsTables.trials(trials)
    },
    ResultsExport(
      file: "summary.csv",
      summary: "a row for each strategy, workload and metric: the median of the trials"
    ) { _, cells in ResultsTables.summary(cells) },
    ResultsExport(
      file: "latency.csv",
      summary: "a row for each strategy, workload and point of the percentile curve"
    ) { _, cells in ResultsTables.latency(cells) },
  ]
}
