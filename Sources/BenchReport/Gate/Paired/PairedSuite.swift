import BenchHarness
import Foundation

/// What the paired check runs and how it judges: a part of `Results/gate.yml`.
///
/// Cells are cheap to repeat (a trial takes at most 0.25 s) and steady: they were chosen by measured
/// noise. Blocks and levels: eight blocks can give p = 1/256 at the best, so the screen is not
/// corrected for how many cells it looks at; what it flags is measured afresh and corrected then.
package struct PairedSuite: Codable, Sendable, Equatable {
  package var seed: UInt64 = 1
  package var costs = CostModel()
  /// What is run; the first ``quickCells`` of them with `--quick`.
  package var cells: [Cell]
  /// How many cells `--quick` runs.
  package var quickCells = 6
  package var metrics: [PairedMetric] = [PairedMetric()]
  /// Blocks of a cell in the screen, 6 or more.
  package var screenBlocks = 8
  /// Fresh blocks of a cell that the screen flagged, 8 or more.
  package var confirmBlocks = 20
  /// How many flagged cells are measured again at the most: the worst.
  package var confirmedCells = 3
  /// The raw p below which the screen flags a cell.
  package var screenLevel = 0.05
  /// The adjusted p (Holm) below which a change is confirmed.
  package var confirmLevel = 0.01
  /// Up to this robust coefficient of variation of one trial a cell is steady.
  package var steadyVariation = 0.06

  /// The fewest blocks that anything is concluded from: as many as an interval of 95 % takes.
  static let minimumBlocks = 6

  /// A p-value to two significant digits.
  static func text(_ p: Double) -> String { String(format: "%.2g", p) }

  /// Whether so many blocks can flag anything: n of them give p = 2⁻ⁿ at the best.
  func canFlag(_ blocks: Int) -> Bool {
    blocks >= Self.minimumBlocks && pow(0.5, Double(blocks)) < screenLevel
  }

  /// Whether so many blocks can confirm anything, for Holm's correction over so many hypotheses.
  func canConfirm(_ blocks: Int, hypotheses: Int) -> Bool {
    blocks >= Self.minimumBlocks && Double(hypotheses) * pow(0.5, Double(blocks)) < confirmLevel
  }
}

extension PairedSuite {
  /// Refuses a cell that `registry` does not know, and a suite that could never find anything: that would
  /// always pass. The ranges of its numbers are checked where it is read.
  package func check(_ registry: Registry) throws {
    for cell in cells { _ = try selections(cell, registry) }
    let hypotheses = min(confirmedCells, cells.count) * metrics.count
    let stages = [
      ("in the screen", screenBlocks, screenLevel, canFlag(screenBlocks)),
      (
        "to confirm", confirmBlocks, confirmLevel,
        canConfirm(confirmBlocks, hypotheses: hypotheses)
      ),
    ]
    for (stage, blocks, level, canFind) in stages where !canFind {
      throw BenchError.badValue(
        what: "number of blocks \(stage)", value: "\(blocks)",
        expected: "more, or a higher level: so few never get below p = \(Self.text(level))")
    }
  }

  /// Refuses numbers that no suite was ever run with, in evidence that `file` holds.
  func checkEvidence(in file: URL) throws {
    func require(_ what: String, _ value: Int, atMost limit: Int) throws {
      guard !(0...limit).contains(value) else { return }
      throw BenchError.badValue(what: what, value: "\(value)", expected: "0 to \(limit)")
    }
    do {
      try require("number of blocks", screenBlocks, atMost: 1_000)
      try require("number of blocks", confirmBlocks, atMost: 1_000)
      try require("number of quick cells", quickCells, atMost: 100_000)
      try require("number of cells to confirm", confirmedCells, atMost: 100)
      for share in [screenLevel, confirmLevel, steadyVariation] where !(0...1).contains(share) {
        throw BenchError.badValue(what: "share", value: "\(share)", expected: "0 to 1")
      }
    } catch let error as BenchError {
      throw BenchError.badResults(file: file.path, line: nil, cause: "\(error)")
    }
  }

  /// What `cell` says, looked up.
  func selections(
    _ cell: Cell, _ registry: Registry
  ) throws -> (strategy: Selection<StrategyEntry>, workload: Selection<Workload>) {
    (
      try Selection.one(cell.strategy, from: registry.strategies),
      try Selection.one(cell.workload, from: registry.workloads)
    )
  }
}
