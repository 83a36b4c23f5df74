import BenchHarness
import BenchMath
import Foundation

/// What the blocks of one cell say of one metric.
struct PairedFigure {
  /// The log ratios that are judged: those of the screen, or of the confirmation where there is one.
  private(set) var ratios: [Double]
  /// Where they are centred; nil without blocks.
  private(set) var estimate: HodgesLehmann?
  /// What base shows against itself over as many blocks; nil where too few tell. Takes the time of
  /// all the rest together, so only once the blocks are settled.
  private(set) lazy var floor: Double? =
    hasFloor ? NoiseFloor.of(nullBlocks: null, blocks: ratios.count, seed: seed) : nil
  /// Of the confirmation; nil without one.
  private(set) var adjustedP: Double?
  /// The robust coefficient of variation of one trial; nil where it is not known.
  let variation: Double?
  /// The relative change that is allowed.
  let tolerance: Double
  private let cell: PairedCell
  private let metric: PairedMetric
  private let null: [Double]
  private let seed: UInt64

  init(_ blocks: PairedBlocks, _ cell: PairedCell, _ metric: PairedMetric) {
    self.cell = cell
    self.metric = metric
    variation = blocks.variation(cell, metric.name)
    let isSteady = (variation ?? .infinity) <= blocks.settings.suite.steadyVariation
    tolerance = isSteady ? metric.tolerance : metric.noisyTolerance
    null = blocks.nullRatios(cell, metric.name)
    seed = blocks.settings.suite.seed
    ratios = blocks.logRatios(.screen, cell, metric.name)
    estimate = HodgesLehmann(ratios)
  }

  /// Whether enough blocks of base against itself are there.
  var hasFloor: Bool { null.count >= PairedSuite.minimumBlocks && !ratios.isEmpty }

  /// Goes over to the blocks of the confirmation.
  mutating func confirm(_ blocks: PairedBlocks, _ tested: PairedConfirmation.Tested) {
    adjustedP = tested.adjustedP
    ratios = blocks.logRatios(.confirm, cell, metric.name)
    estimate = HodgesLehmann(ratios)
  }
}

/// Figures of the paired check, for people.
enum PairedWords {
  /// A p-value to two significant digits.
  static func p(_ value: Double) -> String { String(format: "%.2g", value) }

  /// That so few blocks cannot decide at a level.
  static func cannotReach(_ level: Double, _ blocks: Int) -> String {
    "\(blocks) blocks cannot get below p = \(p(level))"
  }

  /// That too many blocks are incomplete; in `withoutFigure` of them a trial had no such figure.
  static func tooFew(_ blocks: Int, of all: Int, withoutFigure: Int) -> String {
    let text = "only \(blocks) of \(all) blocks could be used"
    guard withoutFigure > 0 else { return text }
    return text + "; in \(withoutFigure), a trial ended well without this figure: "
      + "short ones have no percentiles"
  }
}

extension GateCell {
  /// The cells of the paired check.
  static func cells(_ verdicts: [PairedVerdict]) -> [GateCell] {
    verdicts.chunked { $0.strategy == $1.strategy && $0.workload == $1.workload }.map { group in
      let first = group[group.startIndex]
      let findings = group.compactMap(GateFinding.init)
      return GateCell(
        check: .paired, strategy: first.strategy, workload: first.workload,
        figures: group.count { $0.blocks > 0 },
        findings: findings.enumerated().filter { !findings.prefix($0).contains($1) }.map(\.element))
    }
  }
}

extension GateFinding {
  /// Nothing where the screen saw nothing; of the cell itself where it was not run.
  fileprivate init?(_ verdict: PairedVerdict) {
    guard verdict.blocks > 0 else {
      self.init(metric: nil, verdict: verdict.verdict, text: verdict.reason)
      return
    }
    guard verdict.verdict != .pass || verdict.adjustedP != nil else { return nil }
    self.init(
      metric: verdict.metric, verdict: verdict.verdict,
      text: "\(verdict.metric): \(verdict.changeText); \(verdict.reason)",
      factor: verdict.estimate.map { 1 + $0 })
  }
}

extension PairedVerdict {
  /// The change with its interval, and what it is held against, in words.
  fileprivate var changeText: String {
    func percent(_ share: Double) -> String { FigureText.threeDigits(share * 100) + " %" }
    guard let estimate else { return "no estimate" }
    var text = (estimate > 0 ? "+" : "") + percent(estimate)
    if let low, let high { text += " [\(percent(low)) to \(percent(high))]" }
    text += ", allowed \(percent(tolerance))"
    return text + (floor.map { ", noise \(percent($0))" } ?? "")
  }
}
