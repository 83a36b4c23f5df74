import BenchHarness
import Foundation

/// The combinations, figures and levels of the paired check. Results/README.md explains each key.
///
/// The screen only picks cells to measure again, so only the tests of the new blocks are corrected for many cells.
package struct PairedSuite: Sendable, Equatable {
  /// A figure that the check judges, and how much worse it may get in steady and in other cells. The default is a cost
  /// per delivery, because delivering less often cannot hide an increase in it.
  package struct Figure: Hashable, Sendable {
    var metric = Metric.cpuMainPerDelivery
    var tolerance = 0.05, noisyTolerance = 0.20

    var moreIsWorse: Bool { metric.direction != .higher }
  }

  package var seed: UInt64 = 1
  package var costs = CostModel()
  package var cells: [Cell]
  /// How many cells `--quick` runs, starting with the first.
  var quickCells = 6
  var metrics: [Figure] = [Figure()]
  /// The number of blocks of each cell in the screen, and of its fresh blocks in the confirmation.
  package var screenBlocks = 16, confirmBlocks = 40
  /// At most this many flagged cells are measured again, the worst first; cells with accepted regressions do not count.
  var confirmedCells = 3
  /// The raw p below which the screen flags a figure, and the adjusted p (Holm) below which it is confirmed.
  var screenLevel = 0.05, confirmLevel = 0.01
  /// A cell counts as steady up to this robust coefficient of variation of single trials.
  var steadyVariation = 0.06

  /// The fewest blocks that allow a conclusion: the number that a 95 % interval needs.
  static let minimumBlocks = 6

  package init(_ cells: [Cell]) { self.cells = cells }

  package var quick: PairedSuite {
    var quick = self
    quick.cells = Array(cells.prefix(quickCells))
    return quick
  }

  static func level(_ p: Double) -> String { String(format: "%.2g", p) }

  /// Whether this many blocks can flag anything: n blocks give at best p = 2⁻ⁿ.
  func canFlag(_ blocks: Int) -> Bool {
    blocks >= Self.minimumBlocks && pow(0.5, Double(blocks)) < screenLevel
  }

  /// Whether this many blocks can confirm anything after Holm's correction for this many hypotheses.
  func canConfirm(_ blocks: Int, hypotheses: Int) -> Bool {
    blocks >= Self.minimumBlocks && Double(hypotheses) * pow(0.5, Double(blocks)) < confirmLevel
  }

  package func plan(of cell: Cell, _ registry: Registry) throws -> TrialPlan {
    let workload = try Selection.one(cell.workload, from: registry.workloads)
    return try workload.entry.plan(values: workload.values, costs: costs, seed: seed)
  }

  /// Refuses a suite that may have too few blocks to flag or to confirm a figure. Reading it has checked the ranges.
  package func check() throws {
    func require(_ canFind: Bool, _ stage: String, _ blocks: Int, _ level: Double) throws {
      guard !canFind else { return }
      throw BenchError.badValue(
        what: "number of blocks \(stage)", value: "\(blocks)",
        expected: "more blocks, or a higher level: so few cannot reach p < \(Self.level(level))")
    }
    let hypotheses = min(confirmedCells, cells.count) * metrics.count
    try require(canFlag(screenBlocks), "in the screen", screenBlocks, screenLevel)
    try require(
      canConfirm(confirmBlocks, hypotheses: hypotheses), "to confirm", confirmBlocks, confirmLevel)
  }
}
