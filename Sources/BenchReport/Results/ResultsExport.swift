import BenchHarness

/// A file made from the trials of a run, rewritten with the tables.
package struct ResultsExport: Sendable {
  /// Permanent: other programs read it.
  package let file: String
  package let summary: String
  /// Trials are in the order of the run, cells in that of the settings.
  let text:
    @Sendable (_ trials: [Trial], _ cells: [CellSummary], _ strategies: StrategyTable) -> String
}

extension [ResultsExport] {
  package static let standard = [
    ResultsExport(file: "trials.csv", summary: "a row for each trial, with every metric") {
      trials, _, strategies in ResultsTables.trials(trials, strategies)
    },
    ResultsExport(
      file: "summary.csv",
      summary: "a row for each strategy, workload and metric: the median of the trials"
    ) { _, cells, _ in ResultsTables.summary(cells) },
    ResultsExport(
      file: "latency.csv",
      summary: "a row for each strategy, workload and point of the percentile curve"
    ) { _, cells, _ in ResultsTables.latency(cells) },
    ResultsExport(
      file: "strategies.csv",
      summary: "a row for each strategy: its name in Swift, its deliveries, its parameters"
    ) { _, _, strategies in strategies.csv },
  ]

  package static let otherFiles = [
    (file: "events.csv", summary: "what happened in one trial of each combination, with --events"),
    (file: "frontier.csv", summary: "the best possible on each workload, price by price"),
    (file: "findings.csv", summary: "what the figures say, in sentences"),
    (file: "recommend.csv", summary: "the candidates that 'recommend' tried"),
    (file: "choices.csv", summary: "what 'recommend' would choose at other prices"),
    (file: "environment.json", summary: "what the run was made with, and where"),
    (file: "records.jsonl", summary: "each trial as it ended, for --resume"),
  ]
}
