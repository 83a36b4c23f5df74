import Foundation
import Harness
import Runs

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

  /// The trials in `text`; `file` is for messages. A last line that was cut off is ignored.
  /// - Throws: ``HarnessError/badResults(file:line:cause:)``.
  static func trials(_ text: String, file: String) throws -> [PairedTrial] {
    let whole =
      text.hasSuffix("\n") ? text[...] : text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
    var reader = CSVReader(Array(whole.utf8))
    var fields: [TextField] = []
    func next() throws -> [String]? {
      do {
        guard try reader.next(&fields) != nil else { return nil }
      } catch let failure as TextFailure {
        throw HarnessError.badResults(
          file: file, line: failure.line(in: reader.bytes), cause: failure.cause)
      }
      return fields.map(reader.text)
    }
    let header = try next() ?? []
    guard Array(header.prefix(keys.count)) == keys else {
      throw HarnessError.badResults(
        file: file, line: 1,
        cause: "its columns are not those of paired trials: "
          + "\(keys.joined(separator: ", ")), then the metrics.")
    }
    var trials: [PairedTrial] = []
    while let fields = try next() {
      guard let trial = trial(fields, Array(header.dropFirst(keys.count))) else {
        throw HarnessError.badResults(
          file: file, line: trials.count + 2,
          cause: "it is no paired trial of schema \(ResultsTables.schemaVersion).")
      }
      trials.append(trial)
    }
    return trials
  }

  private static func trial(_ fields: [String], _ metrics: [String]) -> PairedTrial? {
    guard fields.count == keys.count + metrics.count,
      fields[0] == "\(ResultsTables.schemaVersion)", let phase = PairedPhase(rawValue: fields[1]),
      let block = Int(fields[4]), let position = Int(fields[5]),
      let side = PairedSide(rawValue: fields[6]), let seed = UInt64(fields[7]),
      let outcome = Outcome(rawValue: fields[8])
    else { return nil }
    var values: [String: Double] = [:]
    for (metric, field) in zip(metrics, fields.dropFirst(keys.count)) where !field.isEmpty {
      guard let value = Double(field), value.isFinite else { return nil }
      values[metric] = value
    }
    return PairedTrial(
      phase: phase, cell: PairedCell(strategy: fields[2], workload: fields[3]), block: block,
      position: position, side: side, seed: seed, outcome: outcome, detail: fields[9],
      values: values)
  }
}
