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
    unsteadiness = found.map {
      "base differs from itself by \(FigureText.change(exp($0.effect))) in \($0.cell.text): "
        + "this machine is too noisy to compare builds right now"
    }
  }

  package func findings() -> [GateFinding] {
    suite.cells.flatMap { cell in suite.metrics.map { finding(cell, $0) } }
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
  private func together(
    _ figure: PairedSuite.Figure, _ phase: TrialPlace.Phase
  ) -> PairedScreen.Suspicion? {
    let change = blocks.change(phase, pooledCells, figure.metric)
    var tested = PairedScreen.Suspicion.both(Self.allCells, figure, change)
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
      let reason =
        lacking == 0
        ? "" : "; in \(lacking), a trial lacks this figure: short trials have no percentiles"
      return (.unknown, "only \(count) of \(all) blocks could be used" + reason)
    }
    func verdict() -> (Verdict, String) {
      guard suite.canFlag(screened.pairs) else {
        return tooFew(screened.pairs, of: suite.screenBlocks, .screen)
      }
      guard let floor else {
        return (.unknown, "the noise floor is unknown: too few blocks of base against itself")
      }
      guard let flagged else { return (.pass, "") }
      guard screen.cells.contains(cell) else {
        let only = "only the worst \(suite.confirmedCells) were"
        return flagged.isWorse
          ? (.inconclusive, "looks worse, but was not measured again: \(only)") : (.pass, "")
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
    let p = PairedSuite.level(tested.p)
    guard tested.p < suite.confirmLevel else {
      let (blocks, level) = (tested.change.pairs, PairedSuite.level(suite.confirmLevel))
      return suite.canConfirm(blocks, hypotheses: confirmation.count)
        ? (.pass, "looked different at first, but was not confirmed: p = \(p)")
        : (.unknown, "\(blocks) blocks are too few for p < \(level)")
    }
    guard tested.effect > log(1 + tolerance) else {
      return (.pass, "confirmed, but within the tolerance")
    }
    guard tested.effect > floor else {
      let noise = "confirmed, but within the noise of base against itself"
      return (tested.isWorse ? .inconclusive : .pass, noise)
    }
    guard tested.isWorse else { return (.improved, "confirmed") }
    let isTrade =
      tested.figure.metric == .cpuMainPerDelivery && deliversDifferently(tested.cell.strategy)
    return isTrade
      ? (.trade, "deliveries cost more, but the strategy now delivers differently")
      : (.regressed, "confirmed: p = \(p)")
  }

  private func deliversDifferently(_ key: String) -> Bool {
    let changed = blocks.settings.deliversDifferently
    return changed.contains(key) || changed.contains(String(key.prefix { $0 != ":" }))
  }
}
