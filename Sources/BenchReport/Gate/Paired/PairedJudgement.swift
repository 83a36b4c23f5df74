import BenchHarness
import BenchMath
import Foundation

/// What the paired check says of one figure of one cell.
///
/// Changes are relative, candidate to base: 0.05 is 5 % more, whatever direction is better.
package struct PairedVerdict: Encodable, Sendable, Equatable {
  package let strategy: String, workload: String
  package let metric: String
  package let verdict: Verdict
  /// The change, and the ends of its 95 % interval; nil where too few blocks tell.
  package let estimate, low, high: Double?
  /// The change that base shows against itself; nil where it is not known.
  package let floor: Double?
  /// The change that is allowed.
  package let tolerance: Double
  /// The p-value of the confirmation, corrected by Holm; nil without one.
  let adjustedP: Double?
  /// How many blocks the estimate rests on.
  package let blocks: Int
  /// The robust coefficient of variation of one trial; nil where it is not known.
  package let variation: Double?
  let reason: String

  package var cell: Cell { Cell(strategy, workload) }
}

/// That a figure of a cell grew worse, or better.
struct PairedHypothesis {
  let cell: Cell
  let metric: PairedMetric
  let isWorse: Bool
  let blocks: Int
  /// Over 0 where the figure moved in the direction of the hypothesis; the logarithm of a ratio.
  let effect: Double
  /// The end of the effect's 95 % interval that is farther in its direction; nil without an interval.
  private let largestEffect: Double?
  /// How probable such blocks are where nothing differs; corrected in a confirmation.
  fileprivate(set) var pValue: Double

  /// Both hypotheses about a figure; none where there are too few blocks.
  fileprivate static func both(
    _ cell: Cell, _ metric: PairedMetric, _ change: Change
  ) -> [PairedHypothesis] {
    guard change.pairs >= PairedSuite.minimumBlocks else { return [] }
    let moreIsWorse = [Metric].named(metric.name)?.direction != .higher
    return [true, false].compactMap { isWorse in
      change.toward(more: isWorse == moreIsWorse).map {
        PairedHypothesis(
          cell: cell, metric: metric, isWorse: isWorse, blocks: change.pairs, effect: $0.estimate,
          largestEffect: $0.largest, pValue: $0.p)
      }
    }
  }

  /// The change that is allowed in a steady cell, as a logarithm.
  private var allowed: Double { log(1 + metric.tolerance) }

  /// Whether it is surely smaller than what is allowed in a steady cell.
  fileprivate var isSurelyAllowed: Bool { (largestEffect ?? .infinity) < allowed }

  /// What grew worse comes first, then by the effect in units of what is allowed. Not by p: eight
  /// blocks give few values of it, and the smallest to a change of any size.
  fileprivate var rank: (Int, Double) {
    // Where nothing is allowed, the larger effect still comes first.
    (isWorse ? 0 : 1, -effect / max(allowed, 1e-9))
  }
}

/// Which cells a screen flags: the runner measures them again, the judgement looks at them.
///
/// A change that is surely smaller than what is allowed in a steady cell is not flagged, however
/// sure it is that there is one: it would take the place of a change that matters.
struct PairedScreen {
  /// What it flagged, the worst first; what grew better comes last.
  let flagged: [PairedHypothesis]
  /// The cells that are to be measured again, the worst first.
  let cells: [Cell]

  /// Looks at the blocks of `phase`.
  init(_ blocks: PairedBlocks, _ phase: PairedPhase) {
    let suite = blocks.settings.suite
    flagged = blocks.settings.comparedCells.flatMap { cell in
      suite.metrics.flatMap { PairedHypothesis.both(cell, $0, blocks.change(phase, cell, $0.name)) }
    }
    .filter { $0.pValue < suite.screenLevel && !$0.isSurelyAllowed }
    .sorted { $0.rank < $1.rank }
    cells = Array(flagged.map(\.cell).distinct.prefix(suite.confirmedCells))
  }

  /// What fresh blocks, those of `phase`, say of what this flagged in its worst cells; Holm over all of it.
  func confirmation(_ blocks: PairedBlocks, _ phase: PairedPhase) -> [PairedHypothesis] {
    var tested = flagged.filter { cells.contains($0.cell) }.compactMap { flagged in
      PairedHypothesis.both(
        flagged.cell, flagged.metric, blocks.change(phase, flagged.cell, flagged.metric.name)
      ).first { $0.isWorse == flagged.isWorse }
    }
    for (index, p) in Holm.adjusted(tested.map(\.pValue)).enumerated() { tested[index].pValue = p }
    return tested
  }
}

/// The verdicts of the paired check: a pure function of its blocks.
///
/// A figure REGRESSED when the screen flagged it, fresh blocks confirmed it (Holm over all that was
/// confirmed), and the change is larger than the tolerance and than the cell's own noise floor.
/// IMPROVED is the same the other way, and TRADE is a dearer delivery of which there are now fewer. What
/// looked worse but was not confirmed is INCONCLUSIVE; so is everything but UNKNOWN where base was found
/// to differ from itself by the same rules. Too few blocks to show a change leave UNKNOWN.
///
/// A change that is small in each cell, and alike in all, shows in the screen of all cells together. Nothing
/// picked out that question, so it takes no confirmation.
struct PairedJudgement {
  private let blocks: PairedBlocks
  private let screen: PairedScreen
  private let confirmation: [PairedHypothesis]
  /// What the null control confirmed, in words; nil for nothing.
  private var unsteadiness: String?

  private var suite: PairedSuite { blocks.settings.suite }

  init(_ evidence: PairedEvidence) {
    blocks = PairedBlocks(evidence)
    screen = PairedScreen(blocks, .screen)
    confirmation = screen.confirmation(blocks, .confirm)
    // Base against itself, judged as the candidate is; its floor would be made of the very blocks in
    // question, so the tolerance alone stands against it.
    let found =
      PairedScreen(blocks, .nullScreen).confirmation(blocks, .nullConfirm).first {
        $0.pValue < suite.confirmLevel
          && $0.effect > log(1 + tolerance($0.metric, blocks.variation($0.cell, $0.metric.name)))
      } ?? suite.metrics.compactMap { together($0, .nullScreen) }.first
    unsteadiness = found.map {
      "base differs from itself by \(FigureText.change(exp($0.effect))) in \($0.cell.text): "
        + "this machine cannot tell builds apart now"
    }
  }

  /// A verdict for each cell and metric, in the order of the suite, and one for each metric in all cells.
  func verdicts() -> [PairedVerdict] { verdictsOfCells() + suite.metrics.compactMap(verdictOfAll) }

  func verdictsOfCells() -> [PairedVerdict] {
    blocks.settings.cells.flatMap { cell in suite.metrics.map { verdict(cell, $0) } }
  }

  /// Stands for all cells together.
  static let allCells = Cell("*", "*")

  /// The cells that are looked at together: whoever delivers differently now costs something else.
  private var pooledCells: [Cell] {
    blocks.settings.comparedCells.filter { !deliversDifferently($0.strategy) }
  }

  /// What all cells together may change by: less than each of them, because their mean varies less.
  private func pooledTolerance(_ metric: PairedMetric) -> Double { metric.tolerance * 0.4 }

  /// What the blocks of all cells say together beyond the tolerance, corrected for the number of metrics.
  private func together(_ metric: PairedMetric, _ phase: PairedPhase) -> PairedHypothesis? {
    var tested = PairedHypothesis.both(
      Self.allCells, metric, blocks.change(phase, pooledCells, metric.name))
    for index in tested.indices { tested[index].pValue *= Double(suite.metrics.count) }
    return tested.first {
      $0.pValue < suite.confirmLevel && $0.effect > log(1 + pooledTolerance(metric))
    }
  }

  private func tolerance(_ metric: PairedMetric, _ variation: Double?) -> Double {
    variation ?? .infinity <= suite.steadyVariation ? metric.tolerance : metric.noisyTolerance
  }

  /// What is judged of a figure: the blocks of the screen, or of the confirmation where there is one.
  private struct Judged {
    let cell: Cell
    let metric: PairedMetric
    var change: Change
    var adjustedP: Double?
    let tolerance: Double
    /// The log ratios of base against itself.
    let null: [Double]
    let seed: UInt64

    /// Whether enough blocks of base against itself are there.
    var hasFloor: Bool { null.count >= PairedSuite.minimumBlocks && change.pairs > 0 }
    /// What base shows against itself over as many blocks; nil where too few tell. Takes the time of
    /// all the rest together, so only once the blocks are settled.
    lazy var floor: Double? =
      hasFloor ? NoiseFloor.of(nullBlocks: null, blocks: change.pairs, seed: seed) : nil
  }

  private func verdict(_ cell: Cell, _ metric: PairedMetric) -> PairedVerdict {
    let variation = blocks.variation(cell, metric.name)
    var judged = Judged(
      cell: cell, metric: metric, change: blocks.change(.screen, cell, metric.name),
      tolerance: tolerance(metric, variation), null: blocks.nullRatios(cell, metric.name),
      seed: suite.seed)
    let (verdict, reason) = judge(&judged)
    return self.verdict(verdict, reason, &judged, variation)
  }

  /// Nil where a single cell, or no blocks of base against itself, leave nothing to say.
  private func verdictOfAll(_ metric: PairedMetric) -> PairedVerdict? {
    let cells = pooledCells
    guard cells.count > 1 else { return nil }
    var judged = Judged(
      cell: Self.allCells, metric: metric, change: blocks.change(.screen, cells, metric.name),
      tolerance: pooledTolerance(metric),
      null: cells.flatMap { blocks.nullRatios($0, metric.name) }, seed: suite.seed)
    guard judged.hasFloor else { return nil }
    guard let tested = together(metric, .screen) else {
      return verdict(.pass, "within the tolerance in all combinations together", &judged, nil)
    }
    judged.adjustedP = tested.pValue
    let (verdict, reason) = confirmed(tested, &judged)
    return self.verdict(verdict, reason, &judged, nil)
  }

  private func verdict(
    _ verdict: Verdict, _ reason: String, _ judged: inout Judged, _ variation: Double?
  ) -> PairedVerdict {
    var (verdict, reason) = (verdict, reason)
    if let unsteadiness, verdict != .unknown {
      (verdict, reason) = (.inconclusive, unsteadiness)
    }
    let estimate = judged.change.estimate
    return PairedVerdict(
      strategy: judged.cell.strategy, workload: judged.cell.workload, metric: judged.metric.name,
      verdict: verdict,
      estimate: estimate.map { expm1($0.estimate) }, low: estimate?.low.map { expm1($0) },
      high: estimate?.high.map { expm1($0) }, floor: judged.floor.map { expm1($0) },
      tolerance: judged.tolerance, adjustedP: judged.adjustedP, blocks: judged.change.pairs,
      variation: variation, reason: reason)
  }

  private func judge(_ judged: inout Judged) -> (Verdict, String) {
    let (cell, metric) = (judged.cell, judged.metric)
    if let missing = blocks.settings.missing.first(where: { $0.cell == cell }) {
      return missing.side == .base
        ? (.pass, "is new: there is nothing to compare it with")
        : (.unknown, "the candidate does not know this combination")
    }
    guard suite.canFlag(judged.change.pairs) else {
      return (.unknown, tooFew(judged.change, of: suite.screenBlocks, .screen, cell, metric))
    }
    guard judged.hasFloor else {
      return (.unknown, "no noise floor is known: too few blocks of base against itself")
    }
    let isIt = { (other: PairedHypothesis) in other.cell == cell && other.metric == metric }
    guard let flagged = screen.flagged.first(where: isIt) else {
      return (.pass, "nothing beyond the tolerance in the screen")
    }
    guard screen.cells.contains(cell) else {
      return flagged.isWorse
        ? (.inconclusive, "looks worse, but others looked worse still: \(suite.confirmedCells)")
        : (.pass, "looks better, and was not measured again")
    }
    let fresh = blocks.change(.confirm, cell, metric.name)
    let tested = confirmation.first { isIt($0) && $0.isWorse == flagged.isWorse }
    guard let tested else {
      return (.unknown, tooFew(fresh, of: suite.confirmBlocks, .confirm, cell, metric))
    }
    (judged.change, judged.adjustedP) = (fresh, tested.pValue)
    return confirmed(tested, &judged)
  }

  private func confirmed(_ tested: PairedHypothesis, _ judged: inout Judged) -> (Verdict, String) {
    let p = PairedSuite.text(tested.pValue)
    guard tested.pValue < suite.confirmLevel else {
      let level = PairedSuite.text(suite.confirmLevel)
      return suite.canConfirm(tested.blocks, hypotheses: confirmation.count)
        ? (.pass, "flagged in the screen, not confirmed: p = \(p)")
        : (.unknown, "\(tested.blocks) blocks cannot get below p = \(level)")
    }
    guard tested.effect > log(1 + judged.tolerance) else {
      return (.pass, "confirmed, and within the tolerance")
    }
    guard tested.effect > judged.floor ?? .infinity else {
      return (
        tested.isWorse ? .inconclusive : .pass,
        "confirmed, and within the noise of base against itself"
      )
    }
    guard tested.isWorse else { return (.improved, "confirmed") }
    guard tested.metric.name.contains("per_delivery"), deliversDifferently(tested.cell.strategy)
    else { return (.regressed, "confirmed: p = \(p)") }
    return (.trade, "deliveries cost more, but the strategy now delivers differently")
  }

  private func deliversDifferently(_ key: String) -> Bool {
    let changed = blocks.settings.deliversDifferently
    return changed.contains(key) || changed.contains(String(key.prefix { $0 != ":" }))
  }

  /// That too many blocks are incomplete.
  private func tooFew(
    _ change: Change, of all: Int, _ phase: PairedPhase, _ cell: Cell, _ metric: PairedMetric
  ) -> String {
    let lacking = blocks.withoutFigure(phase, cell, metric.name)
    return "only \(change.pairs) of \(all) blocks could be used"
      + (lacking == 0
        ? ""
        : "; in \(lacking), a trial ended well without this figure: short ones have no percentiles")
  }
}

extension CheckResult {
  /// What the paired check says of figures, cell by cell.
  init(_ verdicts: [PairedVerdict]) {
    paired = verdicts
    cells = verdicts.chunked { $0.cell == $1.cell }.map { group in
      GateCell(
        check: .paired, group[group.startIndex].cell, figures: group.count { $0.blocks > 0 },
        findings: group.compactMap(\.finding).distinct)
    }
    let new = cells.count { $0.figures == 0 && $0.verdict == .pass }
    if new > 0 { notChecked = ["\(new) combination\(new == 1 ? "" : "s") that the base lacks"] }
  }
}

extension PairedVerdict {
  /// Nothing where the screen saw nothing; of the cell itself where it was not run.
  fileprivate var finding: GateFinding? {
    guard blocks > 0 else { return .ofCell(verdict, reason) }
    guard verdict != .pass || adjustedP != nil else { return nil }
    return GateFinding(
      metric: metric, verdict: verdict, text: "\(metric): \(changeText); \(reason)",
      factor: estimate.map { 1 + $0 })
  }

  /// The change with its interval, and what it is held against, in words.
  private var changeText: String {
    func percent(_ share: Double) -> String { FigureText.threeDigits(share * 100) + " %" }
    guard let estimate else { return "no estimate" }
    var text = (estimate > 0 ? "+" : "") + percent(estimate)
    if let low, let high { text += " [\(percent(low)) to \(percent(high))]" }
    text += ", allowed \(percent(tolerance))"
    return text + (floor.map { ", noise \(percent($0))" } ?? "")
  }
}
