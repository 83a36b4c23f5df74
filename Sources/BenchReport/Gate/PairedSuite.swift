import BenchHarness
import Foundation

/// The combinations, figures and levels of the paired check. Results/README.md explains each key.
///
/// Eight blocks give p = 1/256 at best, so the screen is not corrected for the number of cells. The flagged
/// figures are measured again, and the tests of the new blocks are corrected.
package struct PairedSuite: Encodable, Sendable, Equatable {
  var seed: UInt64 = 1
  var costs = CostModel()
  var cells: [Cell]
  /// How many cells `--quick` runs, starting with the first.
  var quickCells = 6
  var metrics: [PairedMetric] = [PairedMetric()]
  /// The number of blocks of each cell in the screen, and of its fresh blocks in the confirmation.
  var screenBlocks = 8, confirmBlocks = 20
  /// At most this many flagged cells are measured again, the worst first; cells with accepted regressions do not count.
  var confirmedCells = 3
  /// The raw p below which the screen flags a figure, and the adjusted p (Holm) below which it is confirmed.
  var screenLevel = 0.05, confirmLevel = 0.01
  /// A cell counts as steady up to this robust coefficient of variation of single trials.
  var steadyVariation = 0.06

  /// The fewest blocks that allow a conclusion: the number that a 95 % interval needs.
  static let minimumBlocks = 6

  /// Whether this many blocks can flag anything: n blocks give at best p = 2⁻ⁿ.
  func canFlag(_ blocks: Int) -> Bool {
    blocks >= Self.minimumBlocks && pow(0.5, Double(blocks)) < screenLevel
  }

  /// Whether this many blocks can confirm anything after Holm's correction for this many hypotheses.
  func canConfirm(_ blocks: Int, hypotheses: Int) -> Bool {
    blocks >= Self.minimumBlocks && Double(hypotheses) * pow(0.5, Double(blocks)) < confirmLevel
  }

  func plan(of cell: Cell, _ registry: Registry) throws -> TrialPlan {
    let workload = try Selection.one(cell.workload, from: registry.workloads)
    return try workload.entry.plan(values: workload.values, costs: costs, seed: seed)
  }

  /// Refuses a suite that may have too few blocks to flag or to confirm a figure. Reading it has checked the ranges.
  func check() throws {
    let hypotheses = min(confirmedCells, cells.count) * metrics.count
    let canConfirm = canConfirm(confirmBlocks, hypotheses: hypotheses)
    for (stage, blocks, level, canFind) in [
      ("in the screen", screenBlocks, screenLevel, canFlag(screenBlocks)),
      ("to confirm", confirmBlocks, confirmLevel, canConfirm),
    ] where !canFind {
      throw BenchError.badValue(
        what: "number of blocks \(stage)", value: "\(blocks)",
        expected:
          "more blocks, or a higher level: so few cannot reach p < \(GateSentences.level(level))")
    }
  }
}

/// A figure that the paired check judges, and how much worse it may get in steady and in other cells. The default
/// is a cost per delivery, because delivering less often cannot hide an increase in it.
struct PairedMetric: Encodable, Hashable {
  var name = "cpu_main_per_delivery_us"
  var tolerance = 0.05, noisyTolerance = 0.20
}

extension PairedSuite: SettingsValue {
  static let keys =
    [
      "seed", "cells", "quick-cells", "metrics", "screen-blocks", "confirm-blocks",
      "confirmed-cells", "screen-level", "confirm-level", "steady-variation",
    ] + CostModel.settingsKeys

  init(_ part: SettingsPart) throws {
    cells = try part.required("cells") { try part.parts($0, of: "combinations", named: \.text) }
    costs = try CostModel(part)
    seed = UInt64(try part.count("seed", 0...Int.max) ?? Int(seed))
    quickCells = try part.count("quick-cells", 1...cells.count) ?? min(cells.count, quickCells)
    metrics = try part.parts("metrics", of: "metrics", named: \.name) ?? metrics
    screenBlocks = try part.count("screen-blocks", Self.minimumBlocks...1_000) ?? screenBlocks
    confirmBlocks = try part.count("confirm-blocks", 8...1_000) ?? confirmBlocks
    confirmedCells = try part.count("confirmed-cells", 1...100) ?? confirmedCells
    screenLevel = try part.number("screen-level", 0.000_001...0.5) ?? screenLevel
    confirmLevel = try part.number("confirm-level", 0.000_001...0.5) ?? confirmLevel
    steadyVariation = try part.share("steady-variation") ?? steadyVariation
  }
}

extension PairedMetric: SettingsValue {
  static let keys = ["name", "tolerance", "noisy-tolerance"]

  init(_ part: SettingsPart) throws {
    name = try part.required("name", part.text)
    tolerance = try part.share("tolerance") ?? tolerance
    noisyTolerance = try part.share("noisy-tolerance") ?? noisyTolerance
    guard [Metric].named(name)?.direction ?? .neither != .neither else {
      throw part.failure(
        "name",
        "'\(name)' is not a metric that can get worse. Results/README.md lists the metrics.")
    }
  }
}
