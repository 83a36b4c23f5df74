import BenchHarness
import Foundation

/// One trial of the paired check: a row of `paired.csv`.
struct PairedTrial: Equatable {
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
package struct PairedEvidence: Equatable {
  var settings: PairedSettings
  /// Every trial, in the order in which they ran.
  var trials: [PairedTrial] = []

  /// Judged by other limits, where they are given.
  func relaxed(alpha: Double?, tolerance: Double?) -> PairedEvidence {
    var evidence = self
    if let alpha { evidence.settings.suite.confirmLevel = alpha }
    for index in settings.suite.metrics.indices {
      guard let tolerance else { break }
      evidence.settings.suite.metrics[index].tolerance = tolerance
      evidence.settings.suite.metrics[index].noisyTolerance = tolerance
    }
    return evidence
  }

  /// A trial that was planned and has no row: with rows removed, a regression could pass. Nil for none.
  var gone: PairedTrial.Place? {
    let present = Set(trials.map(\.place))
    let planned = [PairedPlan.screening(self), PairedPlan.confirming(self)].flatMap(\.blocks)
    return planned.lazy.flatMap { block in
      block.order.indices.map {
        PairedTrial.Place(
          phase: block.phase, cell: block.cell, block: block.number, position: $0 + 1)
      }
    }.first { !present.contains($0) }
  }
}

extension PairedEvidence {
  private static let keys = [
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

  /// Whether anything was run in `folder`, even if its trials are gone.
  static func lies(in folder: URL) -> Bool {
    isComplete(in: folder)
      || FileManager.default.fileExists(atPath: folder.appendingPathComponent(trialsFile).path)
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

  /// The evidence of a run that came to its verdict.
  /// - Throws: ``BenchError``; where a trial failed, or the run was interrupted, there is no verdict
  ///   to repeat.
  init(whole folder: URL) throws {
    try self.init(folder)
    if let failed = trials.first(where: \.outcome.isFailure) { throw failed.failure }
    guard Self.isComplete(in: folder) else {
      throw BenchError.cannotCheck(
        what: folder.relativePath, cause: "its run was interrupted before it came to a verdict.")
    }
    if let gone {
      throw BenchError.badEvidence(
        file: folder.appendingPathComponent(Self.trialsFile).path, line: nil,
        cause:
          "it lacks a trial of \(gone.cell.text) (\(gone.phase.rawValue), block \(gone.block)).")
    }
  }

  /// The evidence that lies in `folder`.
  /// - Throws: ``BenchError/badEvidence(file:line:cause:)``, ``BenchError/cannotRead(path:cause:)``.
  package init(_ folder: URL) throws {
    self = try BenchError.readingEvidence {
      let settings = try Self.readSettings(folder.appendingPathComponent(Self.settingsFile))
      let file = folder.appendingPathComponent(Self.trialsFile)
      let text = String(decoding: try Data(results: file), as: UTF8.self)
      return PairedEvidence(
        settings: settings, trials: try Self.trials(text, file: file.path))
    }
  }

  private static func readSettings(_ file: URL) throws -> PairedSettings {
    func bad(_ cause: String) -> BenchError {
      .badResults(file: file.path, line: nil, cause: cause)
    }
    let data = try Data(results: file)
    do {
      let settings = try JSONDecoder().decode(PairedSettings.self, from: data)
      guard settings.schema == ResultsTables.schemaVersion else {
        throw bad(
          "it has schema \(settings.schema); this program reads \(ResultsTables.schemaVersion).")
      }
      try settings.suite.checkEvidence()
      return settings
    } catch let error as DecodingError {
      throw bad("it holds no settings of the gate: \(error.jsonCause)")
    } catch BenchError.badValue(let what, let value, let expected) {
      throw bad("\(BenchError.badValue(what: what, value: value, expected: expected))")
    }
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

  /// The trials in `text`, which `file` holds. A last line that was cut off is ignored.
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
