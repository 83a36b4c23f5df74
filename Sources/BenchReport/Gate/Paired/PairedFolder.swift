import BenchHarness
import Foundation

/// The folder with the evidence of the paired check: enough to repeat its verdict.
package struct PairedFolder: Sendable {
  package let url: URL

  private var trialsURL: URL { url.appendingPathComponent("paired.csv") }
  private var settingsURL: URL { url.appendingPathComponent("settings.json") }
  private var cellsURL: URL { url.appendingPathComponent("gate-cells.csv") }

  package init(_ url: URL) { self.url = url }

  /// Whether anything was run here, even if its trials are gone.
  package var hasEvidence: Bool {
    isComplete || FileManager.default.fileExists(atPath: trialsURL.path)
  }

  /// Whether a verdict was reached here.
  package var isComplete: Bool { FileManager.default.fileExists(atPath: cellsURL.path) }

  /// Empties what an earlier run left and begins anew.
  func begin(_ settings: PairedSettings) throws {
    try BenchError.writing(url.path) {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    if isComplete {
      try BenchError.writing(cellsURL.path) { try FileManager.default.removeItem(at: cellsURL) }
    }
    // First, for by it the next gate knows a folder that it may empty.
    try table(settings).header.write(whole: trialsURL)
    try write(settings)
  }

  /// Writes the settings anew, for what turned out on the way.
  func write(_ settings: PairedSettings) throws {
    try BenchError.writing(settingsURL.path) {
      try JSONEncoder.readable.encode(settings).write(whole: settingsURL)
    }
  }

  /// Adds a trial; what was written before stays as it is.
  func append(_ trial: PairedTrial, _ settings: PairedSettings) throws {
    try BenchError.writing(trialsURL.path) {
      try Data(table(settings).line(trial).utf8).append(to: trialsURL)
    }
  }

  /// Writes where the run was made.
  func write(_ environment: RunHeader) throws {
    try environment.json().write(whole: url.appendingPathComponent("environment.json"))
  }

  /// Writes `gate-cells.csv`.
  package func write(_ verdicts: [PairedVerdict], of settings: PairedSettings) throws {
    try Self.table(verdicts, of: settings).write(whole: cellsURL)
  }

  /// A row for each verdict as CSV, changes relative to base.
  package static func table(_ verdicts: [PairedVerdict], of settings: PairedSettings) -> String {
    CSVText.table(
      [
        "schema", "suite", "half", "strategy", "workload", "metric", "unit", "estimate", "low",
        "high", "floor", "tolerance", "verdict",
      ],
      verdicts.map { verdict -> [String] in
        let unit = [Metric].named(verdict.metric)?.unit ?? ""
        let figures = [
          verdict.estimate, verdict.low, verdict.high, verdict.floor, verdict.tolerance,
        ]
        return [
          "\(ResultsTables.schemaVersion)", settings.isQuick ? "quick" : "full", "paired",
          verdict.strategy, verdict.workload, verdict.metric, unit,
        ] + figures.map(CSVText.number) + [verdict.verdict.rawValue]
      })
  }

  /// The evidence of a run that came to its verdict.
  /// - Throws: ``BenchError``; where a trial failed, or the run was interrupted, there is no verdict
  ///   to repeat.
  package func whole() throws -> PairedEvidence {
    let evidence = try read()
    if let failed = evidence.trials.first(where: \.outcome.isFailure) {
      throw failed.failure
    }
    guard isComplete else {
      throw BenchError.cannotCheck(
        what: url.relativePath, cause: "its run was interrupted before it came to a verdict.")
    }
    if let gone = evidence.gone {
      throw BenchError.badEvidence(
        file: trialsURL.path, line: nil,
        cause:
          "it lacks a trial of \(gone.cell.text) (\(gone.phase.rawValue), block \(gone.block)).")
    }
    return evidence
  }

  /// The evidence that lies here.
  /// - Throws: ``BenchError/badEvidence(file:line:cause:)``, ``BenchError/cannotRead(path:cause:)``.
  package func read() throws -> PairedEvidence {
    try BenchError.readingEvidence {
      let settings = try self.settings()
      let text = String(decoding: try Data(results: trialsURL), as: UTF8.self)
      return PairedEvidence(
        settings: settings, trials: try PairedTable.trials(text, file: trialsURL.path))
    }
  }

  private func settings() throws -> PairedSettings {
    let settings: PairedSettings
    do {
      settings = try JSONDecoder().decode(PairedSettings.self, from: Data(results: settingsURL))
    } catch let error as DecodingError {
      throw BenchError.badResults(
        file: settingsURL.path, line: nil,
        cause: "it holds no settings of the gate: \(error.jsonCause)")
    }
    guard settings.schema == ResultsTables.schemaVersion else {
      throw BenchError.badResults(
        file: settingsURL.path, line: nil,
        cause: "it has schema \(settings.schema); this program reads "
          + "\(ResultsTables.schemaVersion).")
    }
    try settings.suite.checkEvidence(in: settingsURL)
    return settings
  }

  private func table(_ settings: PairedSettings) -> PairedTable {
    PairedTable(metrics: settings.suite.metrics.map(\.name))
  }
}

/// `paired.csv`: a row for each trial, written and read back.
struct PairedTable {
  private static let keys = [
    "schema", "phase", "strategy", "workload", "block", "position", "side", "seed", "outcome",
    "detail",
  ]

  /// The metrics that have a column.
  let metrics: [String]

  var header: String { CSVText.row(Self.keys + metrics) }

  func line(_ trial: PairedTrial) -> String {
    CSVText.row(
      [
        "\(ResultsTables.schemaVersion)", trial.phase.rawValue, trial.cell.strategy,
        trial.cell.workload, "\(trial.block)", "\(trial.position)", trial.side.rawValue,
        "\(trial.seed)", trial.outcome.rawValue, trial.detail,
      ] + metrics.map { CSVText.number(trial.values[$0]) })
  }

  /// The trials in `text`. A last line that was cut off is ignored.
  /// - Parameters:
  ///   - text: the file's text.
  ///   - file: its path, for messages.
  /// - Returns: the trials, in the file's order.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``, also where a trial stands twice.
  static func trials(_ text: String, file: String) throws -> [PairedTrial] {
    let whole =
      text.hasSuffix("\n") ? text[...] : text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
    let table = try ResultsCSV(String(whole), file: file, keys: keys)
    let trials = try table.rows.map { row in
      PairedTrial(
        phase: try row.value("phase", PairedPhase.init),
        cell: Cell(row.text("strategy"), row.text("workload")),
        block: try row.value("block") { Int($0) }, position: try row.value("position") { Int($0) },
        side: try row.value("side", PairedSide.init), seed: try row.value("seed") { UInt64($0) },
        outcome: try row.value("outcome", Outcome.init), detail: row.text("detail"),
        values: try row.numbers(from: keys.count, of: table.header))
    }
    let finished = trials.map { $0.outcome == .void ? nil : $0.place }
    try TrialRepetition.refuse(in: finished, file: file) { table.rows[$0].line }
    return trials
  }
}
