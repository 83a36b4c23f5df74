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
  private var suite: PairedSuite { blocks.settings.suite }

  package init(_ settings: PairedSettings, _ trials: [Trial]) {
    blocks = PairedBlocks(settings, trials)
    screen = PairedScreen(blocks)
    confirmation = screen.confirmation(blocks)
  }

  package func findings() -> [GateFinding] {
    suite.cells.flatMap { cell in suite.metrics.map { finding(cell, $0) } }
      + suite.metrics.compactMap(findingOfAll)
  }

  /// The cells tested together: without accepted regressions, and without strategies that now deliver differently.
  private func pooledCells(_ metric: Metric) -> [Cell] {
    blocks.settings.comparedCells.filter {
      !deliversDifferently($0.strategy) && !blocks.settings.isAccepted($0, metric)
    }
  }

  /// Less than the tolerance of a single cell, because the mean of all cells varies less.
  private func pooledTolerance(_ figure: PairedSuite.Figure) -> Double { figure.tolerance * 0.4 }

  /// A significant change of all cells together beyond the tolerance; its p is corrected for the number of metrics.
  private func together(
    _ figure: PairedSuite.Figure, _ change: Change
  ) -> PairedScreen.Suspicion? {
    var tested = PairedScreen.Suspicion.both(Self.allCells, figure, change)
    for index in tested.indices { tested[index].p *= Double(suite.metrics.count) }
    return tested.first {
      $0.p < suite.confirmLevel && $0.effect > log(1 + pooledTolerance(figure))
    }
  }

  private func tolerance(_ figure: PairedSuite.Figure, _ variation: Double?) -> Double {
    variation ?? .infinity <= suite.steadyVariation ? figure.tolerance : figure.noisyTolerance
  }

  /// The change that a build shows against itself over as many blocks as `change` has, as a logarithm; nil for too few.
  private func floor(_ cells: [Cell], _ figure: PairedSuite.Figure, _ change: Change) -> Double? {
    let null = TrialPlace.Phase.allCases.flatMap {
      blocks.logRatios($0, cells, figure.metric).map(\.noise)
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
        return (.unknown, "the noise is unknown: too few blocks")
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
    let change = tested?.change ?? screened
    let found = verdict()
    let (decided, reason) =
      mayTrade(cell, figure) ? found : decided(found, change, figure, tolerance)
    return GateFinding(
      cell, figure.metric.name, decided, change, floor: floor, tolerance: tolerance,
      adjustedP: tested?.p, variation: variation,
      detectable: detectable(
        screened, allowed: tolerance, confirming: suite.confirmBlocks,
        hypotheses: suite.confirmedCells * suite.metrics.count),
      reason: reason)
  }

  /// The finding about all cells together; nil with fewer than two cells or without a noise floor.
  private func findingOfAll(_ figure: PairedSuite.Figure) -> GateFinding? {
    let cells = pooledCells(figure.metric)
    let change = blocks.change(.screen, cells, figure.metric)
    guard cells.count > 1, let floor = floor(cells, figure, change) else { return nil }
    let (tested, tolerance) = (together(figure, change), pooledTolerance(figure))
    let (found, reason) = decided(
      tested.map { confirmed($0, tolerance, floor) } ?? (.pass, ""), change, figure, tolerance)
    return GateFinding(
      Self.allCells, figure.metric.name, found, change, floor: floor, tolerance: tolerance,
      adjustedP: tested?.p, variation: nil,
      detectable: detectable(
        change, allowed: tolerance, confirming: change.pairs, hypotheses: suite.metrics.count),
      reason: reason)
  }

  /// `found`, but undecided instead of a pass if the figure may have got worse by more than is allowed.
  private func decided(
    _ found: (Verdict, String), _ change: Change, _ figure: PairedSuite.Figure, _ tolerance: Double
  ) -> (Verdict, String) {
    let worse = change.toward(more: figure.metric.direction != .higher)
    guard found.0 == .pass, let worse, let largest = worse.largest else { return found }
    let allowed = log(1 + tolerance)
    guard largest > allowed else { return found }
    guard worse.estimate < allowed else {
      return (.undecided, "looks worse, but there are too few blocks to confirm it")
    }
    // Intervals shrink with the square root of the number of blocks.
    let shorter = (largest - worse.estimate) / (allowed - worse.estimate)
    let blocks = (Double(change.pairs) * shorter * shorter).rounded(.up)
    return (
      .undecided,
      blocks < 1_000
        ? "may be worse than allowed; some \(Int(blocks)) blocks would decide it"
        : "may be worse than allowed: too close for even a thousand blocks to decide"
    )
  }

  /// The smallest change for the worse that is found 19 times in 20; nil if unknown. It must be flagged by as many
  /// blocks as `change` has, and confirmed by `blocks` of the same noise.
  private func detectable(
    _ change: Change, allowed: Double, confirming blocks: Int, hypotheses: Int
  ) -> Double? {
    guard let low = change.low, let high = change.high else { return nil }
    func normal(_ level: Double) -> Double { -NormalDistribution.quantile(level) }
    let error = log(high / low) / 2 / normal(0.025)
    let fresh = error * (Double(change.pairs) / Double(blocks)).squareRoot()
    // Each of the two steps misses one in forty.
    let (level, missed) = (normal(suite.confirmLevel / Double(hypotheses)), normal(0.025))
    let confirmed = max(log(1 + allowed), level * fresh) + missed * fresh
    return expm1(max(confirmed, (normal(suite.screenLevel) + missed) * error))
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
      let noise = "confirmed, but within the noise of a build against itself"
      return (tested.isWorse ? .inconclusive : .pass, noise)
    }
    guard tested.isWorse else { return (.improved, "confirmed") }
    return mayTrade(tested.cell, tested.figure)
      ? (.trade, "deliveries cost more, but the strategy now delivers differently")
      : (.regressed, "confirmed: p = \(p)")
  }

  private func mayTrade(_ cell: Cell, _ figure: PairedSuite.Figure) -> Bool {
    figure.metric == .cpuMainPerDelivery && deliversDifferently(cell.strategy)
  }

  private func deliversDifferently(_ key: String) -> Bool {
    let changed = blocks.settings.deliversDifferently
    return changed.contains(key) || changed.contains(key.withoutParameters)
  }
}
