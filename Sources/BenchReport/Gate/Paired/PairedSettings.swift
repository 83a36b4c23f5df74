import BenchHarness
import Foundation

/// All that a verdict of the paired check depends on besides its trials: `settings.json`.
package struct PairedSettings: Codable, Sendable, Equatable {
  package struct MissingCell: Codable, Sendable, Equatable {
    package var cell: Cell
    package var side: PairedSide
  }

  package var schema = ResultsTables.schemaVersion
  package var suite: PairedSuite
  /// Whether only the suite's first cells were run.
  package var isQuick: Bool
  package var base: String, candidate: String
  /// Names of the strategies that deliver differently now, as the exact check found.
  package var deliversDifferently: Set<String>
  package var missing: [MissingCell] = []
  /// The calibrated work that all trials shared.
  package var work: ReloadWork

  package init(
    suite: PairedSuite, isQuick: Bool = false, base: String, candidate: String,
    deliversDifferently: Set<String> = [], work: ReloadWork
  ) {
    self.suite = suite
    self.isQuick = isQuick
    self.base = base
    self.candidate = candidate
    self.deliversDifferently = deliversDifferently
    self.work = work
  }

  package var cells: [Cell] {
    isQuick ? Array(suite.cells.prefix(suite.quickCells)) : suite.cells
  }

  /// The cells that both sides have.
  var comparedCells: [Cell] {
    cells.filter { cell in !missing.contains { $0.cell == cell } }
  }
}

/// A figure that the paired check judges, and how much it may grow worse; by default what strategies
/// cannot hide behind fewer deliveries.
package struct PairedMetric: Codable, Sendable, Equatable {
  /// The key in the registry of metrics; which direction is better comes from there.
  package var name = "cpu_main_per_delivery_us"
  /// The relative change that is allowed in a steady cell: 0.05 is 5 %.
  package var tolerance = 0.05
  /// The relative change that is allowed in every other cell.
  package var noisyTolerance = 0.20

  /// The metric of the registry; nil where there is none of that name.
  var registered: Metric? { [Metric].named(name) }
}

/// What a paired trial is for.
package enum PairedPhase: String, Codable, Sendable, CaseIterable {
  /// Base against candidate, every cell: which cells are worth a closer look?
  case screen
  /// Base against itself, as in the screen.
  case nullScreen = "null-screen"
  /// Base against candidate, the worst cells that the screen flagged.
  case confirm
  /// Base against itself, beside the confirmation: for its noise floor.
  case floor
  /// Base against itself, the worst cells that the null screen flagged.
  case nullConfirm = "null-confirm"

  /// Whether base plays both sides.
  var isNull: Bool { self != .screen && self != .confirm }
}

/// Which build a paired trial ran; where base is compared with itself, the candidate is base too.
package enum PairedSide: String, Codable, Sendable {
  case base
  case candidate

  var opposite: PairedSide { self == .base ? .candidate : .base }
}
