import BenchHarness
import Foundation

/// What the paired check says of one figure of one cell.
///
/// Changes are relative, candidate to base: 0.05 is 5 % more, whatever direction is better.
package struct PairedVerdict: Codable, Sendable, Equatable {
  /// The strategy, as in the suite.
  package var strategy: String
  /// The workload, as in the suite.
  package var workload: String
  /// The metric's key.
  package var metric: String
  /// The verdict.
  package var verdict: Verdict
  /// The change, and the ends of its 95 % interval; nil where too few blocks tell.
  package var estimate, low, high: Double?
  /// The change that base shows against itself; nil where it is not known.
  package var floor: Double?
  /// The change that is allowed.
  package var tolerance: Double
  /// The p-value of the confirmation, corrected by Holm; nil without one.
  package var adjustedP: Double?
  /// How many blocks the estimate rests on.
  package var blocks: Int
  /// The robust coefficient of variation of one trial; nil where it is not known.
  package var variation: Double?
  /// Why, in words.
  package var reason: String
}

/// The verdicts of the paired check: a pure function of its blocks.
///
/// A figure REGRESSED when the screen flagged it, fresh blocks confirmed it (Holm over all that was
/// confirmed), and the change is larger than the tolerance and than the cell's own noise floor.
/// IMPROVED is the same the other way. Where base was found to differ from itself by the same rules,
/// nothing can be concluded: INCONCLUSIVE, all of it. A pass means that a change would have been
/// seen: blocks that are too few to show one leave UNKNOWN.
package struct PairedJudgement {
  private let blocks: PairedBlocks
  private let screen: PairedScreen
  private let confirmation: PairedConfirmation
  /// What the null control confirmed, in words; nil for nothing.
  private let unsteadiness: String?

  private var suite: PairedSuite { blocks.settings.suite }

  /// Takes in the blocks.
  package init(_ evidence: PairedEvidence) {
    let blocks = PairedBlocks(evidence)
    self.blocks = blocks
    screen = PairedScreen(blocks, .screen)
    confirmation = PairedConfirmation(blocks, screen, .confirm)
    unsteadiness = Self.unsteadiness(blocks)
  }

  /// A verdict for each cell and metric, in the order of the suite.
  package func verdicts() -> [PairedVerdict] {
    blocks.settings.cells.flatMap { cell in suite.metrics.map { verdict(cell, $0) } }
  }

  /// Base against itself, judged as the candidate is; its floor would be made of the very blocks
  /// in question, so the tolerance alone stands against it.
  private static func unsteadiness(_ blocks: PairedBlocks) -> String? {
    let screen = PairedScreen(blocks, .nullScreen)
    let confirmed = PairedConfirmation(blocks, screen, .nullConfirm).tested.first { tested in
      let limit = PairedFigure(blocks, tested.hypothesis.cell, tested.hypothesis.metric).tolerance
      return tested.adjustedP < blocks.settings.suite.confirmLevel
        && tested.hypothesis.effect > log(1 + limit)
    }
    return confirmed.map { tested in
      "base differs from itself by \(FigureText.change(exp(tested.hypothesis.effect))) in "
        + "\(tested.hypothesis.cell.text): this machine cannot tell builds apart now"
    }
  }

  private func verdict(_ cell: PairedCell, _ metric: PairedMetric) -> PairedVerdict {
    var figure = PairedFigure(blocks, cell, metric)
    let (verdict, reason) = judge(cell, metric, &figure)
    let settles = verdict != .unknown && unsteadiness != nil
    return PairedVerdict(
      strategy: cell.strategy, workload: cell.workload, metric: metric.name,
      verdict: settles ? .inconclusive : verdict,
      estimate: figure.estimate.map { expm1($0.estimate) },
      low: figure.estimate?.low.map { expm1($0) }, high: figure.estimate?.high.map { expm1($0) },
      floor: figure.floor.map { expm1($0) }, tolerance: figure.tolerance,
      adjustedP: figure.adjustedP, blocks: figure.ratios.count, variation: figure.variation,
      reason: settles ? unsteadiness ?? reason : reason)
  }

  private func judge(
    _ cell: PairedCell, _ metric: PairedMetric, _ figure: inout PairedFigure
  ) -> (Verdict, String) {
    if let missing = blocks.settings.missing.first(where: { $0.cell == cell }) {
      return missing.side == .base
        ? (.pass, "is new: there is nothing to compare it with")
        : (.unknown, "the candidate does not know this cell")
    }
    guard suite.canFlag(figure.ratios.count) else {
      return (.unknown, tooFew(figure.ratios.count, of: suite.screenBlocks, .screen, cell, metric))
    }
    guard figure.hasFloor else {
      return (.unknown, "no noise floor is known: too few blocks of base against itself")
    }
    let flags = screen.flagged.filter { $0.cell == cell && $0.metric == metric }
    guard let flagged = flags.first else {
      return (.pass, "nothing beyond the tolerance in the screen")
    }
    guard screen.cells.contains(cell) else {
      return flagged.isWorse
        ? (.inconclusive, "looks worse, but \(suite.confirmedCells) others looked worse still")
        : (.pass, "looks better, and was not measured again")
    }
    guard let tested = confirmation.tested(flagged) else {
      let blocks = blocks.logRatios(.confirm, cell, metric.name).count
      return (.unknown, tooFew(blocks, of: suite.confirmBlocks, .confirm, cell, metric))
    }
    figure.confirm(blocks, tested)
    return confirmed(tested, cell, metric, &figure)
  }

  private func tooFew(
    _ usable: Int, of all: Int, _ phase: PairedPhase, _ cell: PairedCell, _ metric: PairedMetric
  ) -> String {
    PairedWords.tooFew(
      usable, of: all, withoutFigure: blocks.withoutFigure(phase, cell, metric.name))
  }

  private func confirmed(
    _ tested: PairedConfirmation.Tested, _ cell: PairedCell, _ metric: PairedMetric,
    _ figure: inout PairedFigure
  ) -> (Verdict, String) {
    let effect = tested.hypothesis.effect
    guard tested.adjustedP < suite.confirmLevel else {
      let blocks = tested.hypothesis.blocks
      return suite.canConfirm(blocks, hypotheses: confirmation.tested.count)
        ? (.pass, "flagged in the screen, not confirmed: p = \(PairedWords.p(tested.adjustedP))")
        : (.unknown, PairedWords.cannotReach(suite.confirmLevel, blocks))
    }
    guard effect > log(1 + figure.tolerance) else {
      return (.pass, "confirmed, and within the tolerance")
    }
    guard effect > figure.floor ?? .infinity else {
      return (
        tested.hypothesis.isWorse ? .inconclusive : .pass,
        "confirmed, and within the noise of base against itself"
      )
    }
    guard tested.hypothesis.isWorse else { return (.improved, "confirmed") }
    guard metric.name.contains("per_delivery"), deliversDifferently(cell) else {
      return (.regressed, "confirmed: p = \(PairedWords.p(tested.adjustedP))")
    }
    return (.trade, "dearer deliveries, but the strategy now delivers differently")
  }

  private func deliversDifferently(_ cell: PairedCell) -> Bool {
    let name = cell.strategy.split(separator: ":").first.map(String.init) ?? cell.strategy
    let changed = blocks.settings.deliversDifferently
    return changed.contains(cell.strategy) || changed.contains(name)
  }
}
