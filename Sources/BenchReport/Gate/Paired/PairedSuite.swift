import BenchHarness
import Foundation

/// What the paired half runs and how it judges: a part of `Results/gate.yml`.
///
/// Cells are cheap to repeat (a trial takes at most 0.25 s) and steady: they were chosen by measured
/// noise. Blocks and levels: eight blocks can give p = 1/256 at the best, so the screen is not
/// corrected for how many cells it looks at; what it flags is measured afresh and corrected then.
package struct PairedSuite: Codable, Sendable, Equatable {
  /// The seed of workloads and of the order of trials.
  package var seed: UInt64 = 1
  /// What the view's work costs.
  package var costs = CostModel()
  /// What is run; the first ``quickCells`` of them with `--quick`.
  package var cells: [PairedCell]
  /// How many cells `--quick` runs.
  package var quickCells = 6
  /// What is judged in each cell.
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
  /// Refuses what could not be run or judged.
  package func check(_ registry: Registry) throws {
    guard !cells.isEmpty else {
      throw BenchError.nothingToRun(cause: "the paired suite has no cell.")
    }
    for cell in cells { _ = try selections(cell, registry) }
    try checkMetrics()
    try Self.require("number of blocks in the screen", screenBlocks, Self.minimumBlocks...1_000)
    try Self.require("number of blocks to confirm", confirmBlocks, 8...1_000)
    try Self.require("number of quick cells", quickCells, 1...cells.count)
    try Self.require("number of cells to confirm", confirmedCells, 1...100)
    for level in [screenLevel, confirmLevel] where !(level > 0 && level < 1) {
      throw BenchError.badValue(
        what: "level", value: "\(level)", expected: "a number between 0 and 1, as 0.01")
    }
    try checkPower()
  }

  /// Refuses numbers that no suite was ever run with, in evidence that `file` holds.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``.
  func checkEvidence(in file: URL) throws {
    do {
      try checkNumbers()
    } catch let error as BenchError {
      throw BenchError.badResults(file: file.path, line: nil, cause: "\(error)")
    }
  }

  private func checkNumbers() throws {
    for blocks in [screenBlocks, confirmBlocks] {
      try Self.require("number of blocks", blocks, 0...1_000)
    }
    try Self.require("number of quick cells", quickCells, 0...100_000)
    try Self.require("number of cells to confirm", confirmedCells, 0...100)
    for share in [screenLevel, confirmLevel, steadyVariation] where !(0...1).contains(share) {
      throw BenchError.badValue(what: "share", value: "\(share)", expected: "0 to 1")
    }
  }

  /// A suite that could never find anything would always pass.
  private func checkPower() throws {
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
        expected: "more, or a higher level: so few never get below p = \(PairedWords.p(level))")
    }
  }

  private func checkMetrics() throws {
    guard !metrics.isEmpty else {
      throw BenchError.nothingToRun(cause: "the paired suite has no metric.")
    }
    for metric in metrics {
      let judged = [Metric].standard.filter { $0.direction != .neither }
      guard judged.contains(where: { $0.name == metric.name }) else {
        throw BenchError.unknownName(
          kind: "metric to judge", name: metric.name, choices: judged.map(\.name))
      }
      for tolerance in [metric.tolerance, metric.noisyTolerance]
      where !(tolerance >= 0 && tolerance.isFinite) {
        throw BenchError.badValue(
          what: "tolerance", value: "\(tolerance)", expected: "0 or more, as 0.05 for 5 %")
      }
    }
  }

  private static func require(_ what: String, _ value: Int, _ range: ClosedRange<Int>) throws {
    guard range.contains(value) else {
      throw BenchError.badValue(
        what: what, value: "\(value)", expected: "\(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// What `cell` says, looked up.
  func selections(
    _ cell: PairedCell, _ registry: Registry
  ) throws -> (strategy: Selection<StrategyEntry>, workload: Selection<Workload>) {
    (
      try Selection.one(cell.strategy, from: registry.strategies),
      try Selection.one(cell.workload, from: registry.workloads)
    )
  }
}
