import BenchHarness
import Foundation

/// What the instruction check comes to: the counts of two builds, from its evidence.
package struct InstructionJudgement: Sendable {
  package let counts: [InstructionCount]
  /// A cell for each strategy that either build has; none without a base.
  package let cells: [GateCell]
  /// What was not looked at, each with the reason.
  package let notChecked: [String]

  static let submission = "instructions_per_submission"
  static let cycle = "instructions_per_cycle"

  /// Whether a build was counted in `folder`.
  package static func hasEvidence(in folder: URL) -> Bool {
    [PairedSide.base, .candidate].contains {
      FileManager.default.fileExists(atPath: file($0, in: folder).path)
    }
  }

  /// Reads what lies in `folder`; `noBase` says why there may be none of a base.
  /// - Throws: ``BenchError/badEvidence(file:line:cause:)``, ``BenchError/cannotRead(path:cause:)``.
  package init(_ folder: URL, noBase: String = "there is no evidence of a base") throws {
    let base = Self.file(.base, in: folder)
    let hasBase = FileManager.default.fileExists(atPath: base.path)
    self.init(
      before: hasBase ? try Self.table(base) : nil,
      after: try Self.table(Self.file(.candidate, in: folder)), noBase: noBase)
  }

  init(before: ExactTable?, after: ExactTable, noBase: String) {
    let keys = Set((before?.rows.keys.map { $0 } ?? []) + after.rows.keys).sorted()
    counts = keys.map { InstructionCount($0, before, after) }
    guard let before else {
      cells = []
      notChecked = ["instructions: counted, and compared with nothing: \(noBase)"]
      return
    }
    let comparison = ExactComparison(check: .instructions, before: before, after: after)
    cells = comparison.cells
    notChecked =
      comparison.newCells > 0
      ? ["instructions: strategies that the base does not have: \(comparison.newCells)"] : []
  }

  static func file(_ side: PairedSide, in folder: URL) -> URL {
    folder.appendingPathComponent("instructions-\(side.rawValue).csv")
  }

  /// Two totals for each key: those of its submissions, and those of its cycle.
  static func table(_ keys: [String], _ totals: [Int]) -> ExactTable {
    var table = ExactTable(metrics: [submission, cycle])
    for (position, key) in keys.enumerated() {
      let values = [
        submission: Double(totals[2 * position]) / Double(InstructionJob.updates),
        cycle: Double(totals[2 * position + 1]),
      ]
      let cell = Cell(key, "\(InstructionJob.updates) updates")
      table.add(values, .ok, to: .init(cell: cell, seed: 1), places: 3)
    }
    return table
  }

  /// Reads a table, and refuses what was never counted: each total is a whole number above 0.
  private static func table(_ file: URL) throws -> ExactTable {
    try BenchError.readingEvidence {
      let text = String(decoding: try Data(results: file), as: UTF8.self)
      let table = try ExactTable(text, file: file.path)
      guard table.columns == [ExactTable.outcome, submission, cycle], !table.rows.isEmpty else {
        throw table.bad(nil, "it holds no counts of instructions.")
      }
      for (row, fields) in table.rows.sorted(by: { $0.key < $1.key }) {
        guard fields[0] == Outcome.ok.rawValue else {
          throw table.bad(row, "it has another outcome than 'ok'.")
        }
        for (column, field) in zip(table.columns, fields).dropFirst() {
          let parts = column == submission ? Double(InstructionJob.updates) : 1
          let total = (CSVText.value(field) ?? 0) * parts
          guard total > 0.5, abs(total - total.rounded()) < 1e-3 else {
            throw table.bad(row, "'\(field)' in the column \(column) is no count of instructions.")
          }
        }
      }
      return table
    }
  }

  /// The difference that is none: one instruction a submission, or half a percent of one that takes
  /// over a thousand; 3 % a cycle.
  ///
  /// What takes over a thousand allocates, and calls generic code of other modules. When all modules of
  /// the bench got other names, four of those counts differed, by 0.11 % at most, and cycles by 0.4 %.
  static func allowed(_ metric: String, _ old: Double) -> Double {
    metric == cycle ? 0.03 * old : old > 1_000 ? 0.005 * old : 1
  }
}

/// What one strategy takes. Nil where a build has no such strategy, or was not counted.
package struct InstructionCount: Encodable, Sendable {
  package let strategy: String
  /// A submission while something is pending, on average.
  package let baseSubmission, submission: Double?
  /// A thousand updates in bursts, with all their deliveries.
  package let baseCycle, cycle: Double?

  fileprivate init(_ row: ExactTable.Row, _ before: ExactTable?, _ after: ExactTable) {
    func figure(_ table: ExactTable?, _ metric: String) -> Double? {
      guard let table, let column = table.columns.firstIndex(of: metric) else { return nil }
      return table.rows[row].flatMap { Double($0[column]) }
    }
    strategy = row.cell.strategy
    baseSubmission = figure(before, InstructionJudgement.submission)
    submission = figure(after, InstructionJudgement.submission)
    baseCycle = figure(before, InstructionJudgement.cycle)
    cycle = figure(after, InstructionJudgement.cycle)
  }
}
