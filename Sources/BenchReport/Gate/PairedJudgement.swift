import BenchHarness
import BenchMath
import Foundation

/// The findings of the paired check, by the rules in docs/regressions.md. A test of all cells together detects small
/// changes. It needs no confirmation, because it is not picked as the worst of many tests.
package struct PairedJudgement {
  static let allCells = Cell("*", "*")

  private let blocks: PairedBlocks
  private let screen: PairedScreen
  private let confirmation: [PairedScreen.Suspicion]
  /// A sentence about how much base differs from itself; nil unless the difference is certain.
  private var unsteadiness: String?
  private var suite: PairedSuite { blocks.settings.suite }

  package init(_ settings: PairedSettings, _ trials: [Trial]) {
    blocks = PairedBlocks(settings, trials)
    screen = PairedScreen(blocks, .screen)
    confirmation = screen.confirmation(blocks, .confirm)
    // Judges base against itself like the candidate, but without a noise floor, which is computed from these blocks.
    let found =
      PairedScreen(blocks, .nullScreen).confirmation(blocks, .nullConfirm).first {
        $0.p < suite.confirmLevel
          && $0.effect > log(1 + tolerance($0.figure, blocks.variation($0.cell, $0.figure.metric)))
      } ?? suite.metrics.compactMap { together($0, .nullScreen) }.first
    unsteadiness = found.map { GateSentences.unsteady(exp($0.effect), $0.cell) }
  }

  package func findings() -> [GateFinding] {
    blocks.settings.cells.flatMap { cell in suite.metrics.map { finding(cell, $0) } }
      + suite.metrics.compactMap(findingOfAll)
  }

  /// The cells tested together: without accepted regressions, and without strategies that now deliver differently.
  private var pooledCells: [Cell] {
    blocks.settings.comparedCells.filter {
      !deliversDifferently($0.strategy) && !blocks.settings.accepted.contains($0)
    }
  }

  /// Less than the tolerance of a single cell, because the mean of all cells varies less.
  private func pooledTolerance(_ figure: PairedSuite.Figure) -> Double { figure.tolerance * 0.4 }

  /// A significant change of all cells together beyond the tolerance; its p is corrected for the number of metrics.
  private func together(_ figure: PairedSuite.Figure, _ phase: TrialPlace.Phase) -> PairedScreen
    .Suspicion?
  {
    var tested = PairedScreen.Suspicion.both(
      Self.allCells, figure, blocks.change(phase, pooledCells, figure.metric))
    for index in tested.indices { tested[index].p *= Double(suite.metrics.count) }
    return tested.first {
      $0.p < suite.confirmLevel && $0.effect > log(1 + pooledTolerance(figure))
    }
  }

  private func tolerance(_ figure: PairedSuite.Figure, _ variation: Double?) -> Double {
    variation ?? .infinity <= suite.steadyVariation ? figure.tolerance : figure.noisyTolerance
  }

  /// The change that base shows against itself over as many blocks as `change` has, as a logarithm; nil for too few.
  private func floor(_ cells: [Cell], _ figure: PairedSuite.Figure, _ change: Change) -> Double? {
    let null = cells.flatMap { cell in
      TrialPlace.Phase.allCases.filter(\.isNull).flatMap {
        blocks.logRatios($0, [cell], figure.metric)
      }
    }
    guard null.count >= PairedSuite.minimumBlocks, change.pairs > 0 else { return nil }
    return NoiseFloor.of(nullBlocks: null, blocks: change.pairs, seed: suite.seed)
  }

  private func finding(_ cell: Cell, _ figure: PairedSuite.Figure) -> GateFinding {
    if let missing = blocks.settings.missing.first(where: { $0.cell == cell }) {
      return GateFinding(
        .paired, cell, figure.metric.name, missing.verdict, isCompared: false, text: missing.reason)
    }
    func isOfThis(_ other: PairedScreen.Suspicion) -> Bool {
      other.cell == cell && other.figure == figure
    }
    let screened = blocks.change(.screen, [cell], figure.metric)
    let flagged = screen.flagged.first(where: isOfThis)
    var tested = confirmation.first { isOfThis($0) && $0.isWorse == flagged?.isWorse }
    let floor = floor([cell], figure, tested?.change ?? screened)
    if floor == nil { tested = nil }
    let variation = blocks.variation(cell, figure.metric)
    let tolerance = tolerance(figure, variation)

    func tooFew(_ count: Int, of all: Int, _ phase: TrialPlace.Phase) -> (Verdict, String) {
      let lacking = blocks.countWithout(figure.metric, phase, cell)
      return (.unknown, GateSentences.tooFewBlocks(count, of: all, withoutFigure: lacking))
    }
    func verdict() -> (Verdict, String) {
      guard suite.canFlag(screened.pairs) else {
        return tooFew(screened.pairs, of: suite.screenBlocks, .screen)
      }
      guard let floor else { return (.unknown, GateSentences.noFloor) }
      guard let flagged else { return (.pass, "") }
      guard screen.cells.contains(cell) else {
        return flagged.isWorse
          ? (.inconclusive, GateSentences.othersLookedWorse(suite.confirmedCells)) : (.pass, "")
      }
      guard let tested else {
        let fresh = blocks.logRatios(.confirm, [cell], figure.metric)
        return tooFew(fresh.count, of: suite.confirmBlocks, .confirm)
      }
      return confirmed(tested, tolerance, floor)
    }
    let (found, reason) = steady(verdict())
    return GateFinding(
      cell, figure.metric.name, found, tested?.change ?? screened, floor: floor,
      tolerance: tolerance,
      adjustedP: tested?.p, variation: variation, reason: reason)
  }

  /// The finding about all cells together; nil with fewer than two cells or without a noise floor.
  private func findingOfAll(_ figure: PairedSuite.Figure) -> GateFinding? {
    let (cells, tested) = (pooledCells, together(figure, .screen))
    let change = blocks.change(.screen, cells, figure.metric)
    guard cells.count > 1, let floor = floor(cells, figure, change) else { return nil }
    let tolerance = pooledTolerance(figure)
    let (found, reason) = steady(tested.map { confirmed($0, tolerance, floor) } ?? (.pass, ""))
    return GateFinding(
      Self.allCells, figure.metric.name, found, change, floor: floor, tolerance: tolerance,
      adjustedP: tested?.p, variation: nil, reason: reason)
  }

  /// `found`, but inconclusive if base differs from itself, unless `found` is unknown.
  private func steady(_ found: (Verdict, String)) -> (Verdict, String) {
    guard let unsteadiness, found.0 != .unknown else { return found }
    return (.inconclusive, unsteadiness)
  }

  private func confirmed(
    _ tested: PairedScreen.Suspicion, _ tolerance: Double, _ floor: Double
  ) -> (Verdict, String) {
    guard tested.p < suite.confirmLevel else {
      let blocks = tested.change.pairs
      return suite.canConfirm(blocks, hypotheses: confirmation.count)
        ? (.pass, GateSentences.notConfirmed(tested.p))
        : (.unknown, GateSentences.cannotConfirm(blocks: blocks, level: suite.confirmLevel))
    }
    guard tested.effect > log(1 + tolerance) else { return (.pass, GateSentences.withinTolerance) }
    guard tested.effect > floor else {
      return (tested.isWorse ? .inconclusive : .pass, GateSentences.withinNoise)
    }
    guard tested.isWorse else { return (.improved, GateSentences.confirmed()) }
    let isTrade =
      tested.figure.metric == .cpuMainPerDelivery && deliversDifferently(tested.cell.strategy)
    return isTrade
      ? (.trade, GateSentences.dearerDeliveries) : (.regressed, GateSentences.confirmed(tested.p))
  }

  private func deliversDifferently(_ key: String) -> Bool {
    let changed = blocks.settings.deliversDifferently
    return changed.contains(key) || changed.contains(String(key.prefix { $0 != ":" }))
  }
}
