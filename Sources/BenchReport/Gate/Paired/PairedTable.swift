import BenchHarness
import Foundation

/// One trial of the paired half: a row of `paired.csv`.
package struct PairedTrial: Sendable, Equatable {
  /// What it was for.
  package var phase: PairedPhase
  /// What was run.
  package var cell: PairedCell
  /// The block of its phase and cell, from 1.
  package var block: Int
  /// The place in its block, from 1.
  package var position: Int
  /// Which build ran.
  package var side: PairedSide
  /// The seed of the workload; the same within a block.
  package var seed: UInt64
  /// How it ended; a void one was repeated.
  package var outcome: Outcome
  /// What is to be said of the outcome, in one line; empty for `ok`.
  package var detail: String
  /// The suite's metrics by name; what could not be measured is not in it.
  package var values: [String: Double]
}

extension PairedTrial {
  /// Where it stands in the plan; a void trial and those that repeat it stand in one place.
  struct Place: Hashable {
    let phase: PairedPhase
    let cell: PairedCell
    let block: Int
    let position: Int
  }

  var place: Place { Place(phase: phase, cell: cell, block: block, position: position) }

  /// "the candidate's trial of naive on uart (confirm, block 3)", for messages.
  var text: String {
    "the \(side.rawValue)'s trial of \(cell.text) (\(phase.rawValue), block \(block))"
  }
}

/// What a verdict of the paired half rests on.
package struct PairedEvidence: Sendable, Equatable {
  /// What it was asked.
  package var settings: PairedSettings
  /// Every trial, in the order in which they ran.
  package var trials: [PairedTrial]
}

/// `paired.csv`: a row for each trial, written and read back.
struct PairedTable {
  private static let keys = [
    "schema", "phase", "strategy", "workload", "block", "position", "side", "seed", "outcome",
    "detail",
  ]

  /// The metrics that have a column.
  let metrics: [String]

  /// The first line.
  var header: String { CSVText.row(Self.keys + metrics) }

  /// The line of `trial`.
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
  ///   - attempt: the attempt that a row belongs to, by position: each has a plan of its own.
  /// - Returns: the trials, in the file's order.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``, also where a trial stands twice.
  static func trials(
    _ text: String, file: String, attempt: (Int) -> Int = { _ in 1 }
  ) throws -> [PairedTrial] {
    let whole =
      text.hasSuffix("\n") ? text[...] : text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
    let table = try ResultsCSV(String(whole), file: file, keys: keys)
    let trials = try table.rows.map { row in
      PairedTrial(
        phase: try row.value("phase", PairedPhase.init),
        cell: PairedCell(strategy: row.text("strategy"), workload: row.text("workload")),
        block: try row.value("block") { Int($0) }, position: try row.value("position") { Int($0) },
        side: try row.value("side", PairedSide.init), seed: try row.value("seed") { UInt64($0) },
        outcome: try row.value("outcome", Outcome.init), detail: row.text("detail"),
        values: try row.numbers(from: keys.count, of: table.header))
    }
    let finished = trials.enumerated().map { position, trial in
      trial.outcome == .void ? nil : [AnyHashable(attempt(position)), trial.place]
    }
    try TrialRepetition.refuse(in: finished, file: file) { table.rows[$0].line }
    return trials
  }
}
