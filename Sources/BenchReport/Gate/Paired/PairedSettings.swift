import BenchHarness
import Foundation

/// All that a verdict of the paired check depends on besides its trials: `settings.json`.
struct PairedSettings: Codable, Sendable, Equatable {
  struct MissingCell: Codable, Equatable {
    var cell: Cell
    var side: PairedSide
  }

  var schema = ResultsTables.schemaVersion
  var suite: PairedSuite
  /// Whether only the suite's first cells were run.
  var isQuick = false
  var base: String, candidate: String
  /// Names of the strategies that deliver differently now, as the exact check found.
  var deliversDifferently: Set<String> = []
  var missing: [MissingCell] = []
  /// The calibrated work that all trials shared.
  var work: ReloadWork

  var cells: [Cell] { isQuick ? Array(suite.cells.prefix(suite.quickCells)) : suite.cells }

  /// The cells that both sides have.
  var comparedCells: [Cell] {
    cells.filter { cell in !missing.contains { $0.cell == cell } }
  }
}

/// What the paired check runs and how it judges: a part of `Results/gate.yml`.
///
/// Cells are cheap to repeat (a trial takes at most 0.25 s) and steady: they were chosen by measured
/// noise. Blocks and levels: eight blocks can give p = 1/256 at the best, so the screen is not
/// corrected for how many cells it looks at; what it flags is measured afresh and corrected then.
package struct PairedSuite: Codable, Sendable, Equatable {
  var seed: UInt64 = 1
  var costs = CostModel()
  /// What is run; the first ``quickCells`` of them with `--quick`.
  var cells: [Cell]
  var quickCells = 6
  var metrics: [PairedMetric] = [PairedMetric()]
  /// Blocks of a cell in the screen, 6 or more.
  var screenBlocks = 8
  /// Fresh blocks of a cell that the screen flagged, 8 or more.
  var confirmBlocks = 20
  /// How many flagged cells are measured again at the most: the worst.
  var confirmedCells = 3
  /// The raw p below which the screen flags a cell.
  var screenLevel = 0.05
  /// The adjusted p (Holm) below which a change is confirmed.
  var confirmLevel = 0.01
  /// Up to this robust coefficient of variation of one trial a cell is steady.
  var steadyVariation = 0.06

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

  /// Refuses a cell that `registry` does not know, and a suite that could never find anything: that would
  /// always pass. The ranges of its numbers are checked where it is read.
  func check(_ registry: Registry) throws {
    for cell in cells { _ = try selections(cell, registry) }
    let hypotheses = min(confirmedCells, cells.count) * metrics.count
    for (stage, blocks, level, canFind) in [
      ("in the screen", screenBlocks, screenLevel, canFlag(screenBlocks)),
      (
        "to confirm", confirmBlocks, confirmLevel, canConfirm(confirmBlocks, hypotheses: hypotheses)
      ),
    ] where !canFind {
      throw BenchError.badValue(
        what: "number of blocks \(stage)", value: "\(blocks)",
        expected: "more, or a higher level: so few never get below p = \(Self.text(level))")
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

/// A figure that the paired check judges, and how much it may grow worse; by default what strategies
/// cannot hide behind fewer deliveries.
struct PairedMetric: Codable, Equatable {
  /// The key in the registry of metrics; which direction is better comes from there.
  var name = "cpu_main_per_delivery_us"
  /// The relative change that is allowed in a steady cell: 0.05 is 5 %.
  var tolerance = 0.05
  /// The relative change that is allowed in every other cell.
  var noisyTolerance = 0.20
}

/// What a paired trial is for.
enum PairedPhase: String, Codable, CaseIterable {
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
enum PairedSide: String, Codable {
  case base
  case candidate

  /// Refuses what cannot be started as this build.
  func checkExecutable(_ path: String) throws {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard !isThere || isFolder.boolValue || !FileManager.default.isExecutableFile(atPath: path)
    else { return }
    throw BenchError.cannotStart(
      path: path,
      cause: (isThere ? "it is not an executable file" : "there is no such file")
        + ". Build the \(rawValue)'s bench first: swift build -c release --product bench.")
  }
}

extension PairedSuite {
  /// Reads the part `paired` of a settings file.
  init(_ node: SettingsNode) throws {
    let keys = try node.mapping(
      [
        "seed", "cells", "quick-cells", "metrics", "screen-blocks", "confirm-blocks",
        "confirmed-cells", "screen-level", "confirm-level", "steady-variation",
      ] + CostModel.settingsKeys)
    cells = try keys.required("cells").list().map { try Cell($0) }
    costs = try CostModel(keys)
    quickCells = min(cells.count, quickCells)
    try keys["seed"].map { seed = UInt64(try $0.count(0...Int.max)) }
    try keys["quick-cells"].map { quickCells = try $0.count(1...cells.count) }
    try keys["metrics"].map { metrics = try $0.list().map { try PairedMetric($0) } }
    try keys["screen-blocks"].map { screenBlocks = try $0.count(Self.minimumBlocks...1_000) }
    try keys["confirm-blocks"].map { confirmBlocks = try $0.count(8...1_000) }
    try keys["confirmed-cells"].map { confirmedCells = try $0.count(1...100) }
    try keys["screen-level"].map { screenLevel = try $0.number(0.000_001...0.5) }
    try keys["confirm-level"].map { confirmLevel = try $0.number(0.000_001...0.5) }
    try keys["steady-variation"].map { steadyVariation = try $0.share() }
  }
}

extension Cell {
  fileprivate init(_ node: SettingsNode) throws {
    let keys = try node.mapping(["strategy", "workload"])
    self.init(try keys.required("strategy").text(), try keys.required("workload").text())
  }
}

extension PairedMetric {
  fileprivate init(_ node: SettingsNode) throws {
    let keys = try node.mapping(["name", "tolerance", "noisy-tolerance"])
    name = try keys.required("name").text()
    try keys["tolerance"].map { tolerance = try $0.share() }
    try keys["noisy-tolerance"].map { noisyTolerance = try $0.share() }
    guard [Metric].standard.contains(where: { $0.name == name && $0.direction != .neither }) else {
      throw try keys.required("name").failure(
        "there is no metric '\(name)' that is better or worse. Results/README.md names them.")
    }
  }
}
