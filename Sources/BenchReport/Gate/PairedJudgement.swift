import BenchHarness
import BenchMath
import Foundation

/// The findings of the paired check, by the rules in docs/regressions.md. A test of all cells together detects small
/// changes. It needs no confirmation, because it is not picked as the worst of many tests.
package struct PairedJudgement {
  static let allCells = Cell("*", "*")

  private let settings: PairedSettings
  private let blocks: PairedBlocks
  /// The suspected changes in the screen, the worst first; improvements come last. Leaves out changes
  /// that are certainly within the tolerance of a steady cell: they would take the place of changes that matter.
  let flagged: [Suspicion]
  /// The cells to measure again. Those with accepted regressions do not count toward `confirmedCells`.
  package let cells: [Cell]
  /// The flagged figures of ``cells`` in their fresh blocks; the p-values are corrected by Holm's method.
  let tested: [Suspicion]

  private var suite: PairedSuite { settings.suite }

  package init(_ settings: PairedSettings, _ trials: [Trial]) {
    let (blocks, suite) = (PairedBlocks(trials), settings.suite)
    (self.settings, self.blocks) = (settings, blocks)
    func suspicions(
      _ cell: Cell, _ figure: PairedSuite.Figure, _ phase: TrialPlace.Phase
    ) -> [Suspicion] {
      Suspicion.both(cell, figure, blocks.change(phase, [cell], figure.metric))
    }
    flagged = settings.comparedCells.flatMap { cell in
      suite.metrics.flatMap { suspicions(cell, $0, .screen) }
    }.filter { $0.p < suite.screenLevel && !$0.isSurelyAllowed }.sorted { $0.rank < $1.rank }
    let accepted = flagged.filter { settings.isAccepted($0.cell, $0.figure.metric) }.map(\.cell)
    let others = flagged.map(\.cell).distinct.filter { !accepted.contains($0) }
    let cells = (accepted + others.prefix(suite.confirmedCells)).distinct
    var tested = flagged.filter { cells.contains($0.cell) }.compactMap { flagged in
      suspicions(flagged.cell, flagged.figure, .confirm).first { $0.isWorse == flagged.isWorse }
    }
    for (index, p) in Holm.adjusted(tested.map(\.p)).enumerated() { tested[index].p = p }
    (self.cells, self.tested) = (cells, tested)
  }

  package func findings() -> [GateFinding] {
    suite.cells.flatMap { cell in suite.metrics.map { finding(cell, $0) } }
      + suite.metrics.compactMap(findingOfAll)
  }

  private func finding(_ cell: Cell, _ figure: PairedSuite.Figure) -> GateFinding {
    let metric = figure.metric
    if let fault = settings.missing[cell] {
      return GateFinding(.paired, cell, fault, metric.name)
    }
    func ofThis(_ suspicions: [Suspicion]) -> Suspicion? {
      suspicions.first { $0.cell == cell && $0.figure == figure }
    }
    let screened = blocks.change(.screen, [cell], metric)
    var tested = ofThis(tested)
    let floor = blocks.floor([cell], metric, tested?.change ?? screened, seed: suite.seed)
    if floor == nil { tested = nil }
    let variation = blocks.variation(cell, metric)
    let isSteady = variation ?? .infinity <= suite.steadyVariation
    let tolerance = isSteady ? figure.tolerance : figure.noisyTolerance

    func tooFew(_ count: Int, of all: Int, _ phase: TrialPlace.Phase) -> (Verdict, String) {
      let lacking = blocks.countWithout(metric, phase, cell)
      let reason = "; in \(lacking), a trial lacks this figure: short trials have no percentiles"
      return (
        .unknown,
        "only \(count) of \(all) blocks could be used" + (lacking == 0 ? "" : reason)
      )
    }
    func verdict() -> (Verdict, String) {
      guard suite.canFlag(screened.pairs) else {
        return tooFew(screened.pairs, of: suite.screenBlocks, .screen)
      }
      guard let floor else { return (.unknown, "the noise is unknown: too few blocks") }
      guard let flagged = ofThis(flagged) else { return (.pass, "") }
      guard cells.contains(cell) else {
        let only = "only the worst \(suite.confirmedCells) were"
        return flagged.isWorse
          ? (.inconclusive, "looks worse, but was not measured again: \(only)") : (.pass, "")
      }
      guard let tested else {
        let fresh = blocks.change(.confirm, [cell], metric).pairs
        return tooFew(fresh, of: suite.confirmBlocks, .confirm)
      }
      return confirmed(tested, tolerance, floor)
    }
    let change = tested?.change ?? screened
    let found = verdict()
    return GateFinding(
      cell, metric.name,
      mayTrade(cell, figure) ? found : decided(found, change, figure, tolerance), change,
      floor: floor, tolerance: tolerance, adjustedP: tested?.p, variation: variation,
      detectable: detectable(
        screened, allowed: tolerance, confirming: suite.confirmBlocks,
        hypotheses: suite.confirmedCells * suite.metrics.count))
  }

  /// The finding about all cells together, without accepted regressions and strategies that now deliver differently; nil
  /// with fewer than two cells or without a noise floor.
  private func findingOfAll(_ figure: PairedSuite.Figure) -> GateFinding? {
    let cells = settings.comparedCells.filter {
      !settings.deliversDifferently($0) && !settings.isAccepted($0, figure.metric)
    }
    let change = blocks.change(.screen, cells, figure.metric)
    guard cells.count > 1,
      let floor = blocks.floor(cells, figure.metric, change, seed: suite.seed)
    else { return nil }
    // Less than the tolerance of a single cell, because the mean of all cells varies less.
    let tolerance = figure.tolerance * 0.4
    var both = Suspicion.both(Self.allCells, figure, change)
    for index in both.indices { both[index].p *= Double(suite.metrics.count) }
    let tested = both.first { $0.p < suite.confirmLevel && $0.effect > log(1 + tolerance) }
    let found = tested.map { confirmed($0, tolerance, floor) } ?? (.pass, "")
    return GateFinding(
      Self.allCells, figure.metric.name, decided(found, change, figure, tolerance), change,
      floor: floor, tolerance: tolerance, adjustedP: tested?.p,
      detectable: detectable(
        change, allowed: tolerance, confirming: change.pairs, hypotheses: suite.metrics.count))
  }

  /// `found`, but undecided instead of a pass if the figure may have got worse by more than is allowed.
  private func decided(
    _ found: (Verdict, String), _ change: Change, _ figure: PairedSuite.Figure, _ tolerance: Double
  ) -> (Verdict, String) {
    let allowed = log(1 + tolerance)
    guard found.0 == .pass, let worse = change.toward(more: figure.moreIsWorse),
      let largest = worse.largest, largest > allowed
    else { return found }
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
    guard let low = change.estimate?.low, let high = change.estimate?.high else { return nil }
    func normal(_ level: Double) -> Double { -NormalDistribution.quantile(level) }
    let error = (high - low) / 2 / normal(0.025)
    let fresh = error * (Double(change.pairs) / Double(blocks)).squareRoot()
    // Each of the two steps misses one in forty.
    let (level, missed) = (normal(suite.confirmLevel / Double(hypotheses)), normal(0.025))
    let confirmed = max(log(1 + allowed), level * fresh) + missed * fresh
    return expm1(max(confirmed, (normal(suite.screenLevel) + missed) * error))
  }

  private func confirmed(
    _ tested: Suspicion, _ tolerance: Double, _ floor: Double
  ) -> (Verdict, String) {
    let p = PairedSuite.level(tested.p)
    guard tested.p < suite.confirmLevel else {
      let (blocks, level) = (tested.change.pairs, PairedSuite.level(suite.confirmLevel))
      return suite.canConfirm(blocks, hypotheses: self.tested.count)
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
    figure.metric == .cpuMainPerDelivery && settings.deliversDifferently(cell)
  }
}
