import BenchHarness
import Foundation

/// One trial of the paired check: a row of `paired.csv`.
struct PairedTrial {
  var phase: PairedPhase
  var cell: Cell
  /// The block of its phase and cell, from 1.
  var block: Int
  /// The place in its block, from 1.
  var position: Int
  var side: PairedSide
  /// The seed of the workload; the same within a block.
  var seed: UInt64
  /// How it ended; a void one was repeated.
  var outcome: Outcome
  /// What is to be said of the outcome, in one line; empty for `ok`.
  var detail: String
  /// The suite's metrics by name; what could not be measured is not in it.
  var values: [String: Double]

  /// Where it stands in the plan; a void trial and those that repeat it stand in one place.
  struct Place: Hashable {
    let phase: PairedPhase
    let cell: Cell
    let block: Int
    let position: Int
  }

  var place: Place { Place(phase: phase, cell: cell, block: block, position: position) }

  /// That it failed, whoever is to blame.
  var failure: BenchError {
    .cannotCheck(
      what: "the \(side.rawValue)'s trial of \(cell.text) (\(phase.rawValue), block \(block))",
      cause: "it ended as \(outcome.rawValue): \(detail).")
  }
}

/// What a verdict of the paired check rests on: in a folder, `settings.json` and `paired.csv`. With the verdict
/// comes `gate-cells.csv`.
struct PairedEvidence {
  var settings: PairedSettings
  /// Every trial, in the order in which they ran.
  var trials: [PairedTrial] = []
}

extension PairedEvidence {
  static let keys = [
    "schema", "phase", "strategy", "workload", "block", "position", "side", "seed", "outcome",
    "detail",
  ]

  private static let (trialsFile, settingsFile) = ("paired.csv", "settings.json")
  /// Is written with the verdict.
  private static let verdictsFile = "gate-cells.csv"

  /// Whether a verdict was reached in `folder`.
  static func isComplete(in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(verdictsFile).path)
  }

  /// Empties what an earlier run left in `folder` and begins anew.
  func begin(in folder: URL) throws {
    try BenchError.writing(folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    if Self.isComplete(in: folder) {
      let verdicts = folder.appendingPathComponent(Self.verdictsFile)
      try BenchError.writing(verdicts.path) { try FileManager.default.removeItem(at: verdicts) }
    }
    // First, for by it the next gate knows a folder that it may empty.
    try header.write(whole: folder.appendingPathComponent(Self.trialsFile))
    try writeSettings(to: folder)
  }

  func writeSettings(to folder: URL) throws {
    let file = folder.appendingPathComponent(Self.settingsFile)
    try BenchError.writing(file.path) {
      try JSONEncoder.readable.encode(settings).write(whole: file)
    }
  }

  /// Adds a trial, here and in `folder`; what was written before stays as it is.
  mutating func append(_ trial: PairedTrial, in folder: URL) throws {
    trials.append(trial)
    let file = folder.appendingPathComponent(Self.trialsFile)
    try BenchError.writing(file.path) { try Data(line(trial).utf8).append(to: file) }
  }

  func write(_ verdicts: [PairedVerdict], to folder: URL) throws {
    try table(verdicts).write(whole: folder.appendingPathComponent(Self.verdictsFile))
  }

  /// A row for each verdict as CSV, changes relative to base.
  func table(_ verdicts: [PairedVerdict]) -> String {
    Table(
      [
        "schema", "suite", "half", "strategy", "workload", "metric", "unit", "estimate", "low",
        "high", "floor", "tolerance", "verdict",
      ],
      verdicts.map { verdict -> [String] in
        let figures = [
          verdict.estimate, verdict.low, verdict.high, verdict.floor, verdict.tolerance,
        ]
        return [
          "\(ResultsTables.schemaVersion)", settings.isQuick ? "quick" : "full", "paired",
          verdict.strategy, verdict.workload, verdict.metric,
          [Metric].named(verdict.metric)?.unit ?? "",
        ] + figures.map(CSVText.number) + [verdict.verdict.rawValue]
      }
    ).csv
  }

  private var metrics: [String] { settings.suite.metrics.map(\.name) }

  var header: String { CSVText.row(Self.keys + metrics) }

  func line(_ trial: PairedTrial) -> String {
    CSVText.row(
      [
        "\(ResultsTables.schemaVersion)", trial.phase.rawValue, trial.cell.strategy,
        trial.cell.workload, "\(trial.block)", "\(trial.position)", trial.side.rawValue,
        "\(trial.seed)", trial.outcome.rawValue, trial.detail,
      ] + metrics.map { CSVText.number(trial.values[$0]) })
  }
}
