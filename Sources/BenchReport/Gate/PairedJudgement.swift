import BenchHarness
import BenchMath
import Foundation

/// The successful paired trials, in blocks, by phase and cell.
struct PairedBlocks {
  let settings: PairedSettings
  private let blocks: [Key: [[Trial]]]

  private struct Key: Hashable {
    let phase: TrialPlace.Phase?
    let cell: Cell
  }

  init(_ settings: PairedSettings, _ trials: [Trial]) {
    self.settings = settings
    let good = trials.filter { $0.outcome == .ok }
    blocks = Dictionary(grouping: good) { Key(phase: $0.place?.phase, cell: $0.cell) }
      .mapValues { trials in
        Dictionary(grouping: trials, by: \.number).sorted { $0.key < $1.key }.map(\.value)
      }
  }

  /// Each block's figures as logarithms, so that halving and doubling weigh the same; sorted for reproducible rounding.
  private func figures(
    _ phase: TrialPlace.Phase, _ cell: Cell, _ metric: String
  ) -> [(base: [Double], candidate: [Double])] {
    (blocks[Key(phase: phase, cell: cell)] ?? []).map { block in
      func side(_ side: TrialPlace.Side) -> [Double] {
        block.filter { $0.place?.side == side }.compactMap { $0.values[metric] }
          .filter { $0 > 0 }.map { log($0) }.sorted()
      }
      return (side(.base), side(.candidate))
    }
  }

  /// The logarithm of candidate ÷ base, for each block in which both trials of both sides have the figure.
  func logRatios(_ phase: TrialPlace.Phase, _ cells: [Cell], _ metric: String) -> [Double] {
    cells.flatMap { figures(phase, $0, metric) }.compactMap { base, candidate in
      guard base.count == 2, candidate.count == 2 else { return nil }
      return (candidate.reduce(0, +) - base.reduce(0, +)) / 2
    }
  }

  func change(_ phase: TrialPlace.Phase, _ cells: [Cell], _ metric: String) -> Change {
    Change(logRatios: logRatios(phase, cells, metric))
  }

  func countWithout(_ metric: String, _ phase: TrialPlace.Phase, _ cell: Cell) -> Int {
    (blocks[Key(phase: phase, cell: cell)] ?? []).count { block in
      block.contains { $0.values[metric] ?? 0 <= 0 }
    }
  }

  /// The robust coefficient of variation of base trials, without drift between blocks; nil if no block has two values.
  func variation(_ cell: Cell, _ metric: String) -> Double? {
    let residuals = TrialPlace.Phase.allCases.flatMap { phase in
      figures(phase, cell, metric).flatMap { base, candidate -> [Double] in
        let values = phase.isNull ? base + candidate : base
        guard values.count >= 2 else { return [] }
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        // Subtracting the mean of so few values hides part of the variation; the square root makes up for it.
        return values.map { ($0 - mean) * (count / (count - 1)).squareRoot() }
      }
    }
    return RobustVariation.coefficient(residuals.map { 1 + $0 })
  }
}

/// The suspicion that a figure of a cell, or of all cells together, got worse or better.
struct PairedSuspicion {
  let cell: Cell
  let metric: PairedMetric
  let isWorse: Bool
  let change: Change
  /// The logarithm of the ratio, positive in the suspected direction, and the upper end of its 95 % interval.
  let effect: Double
  private let largestEffect: Double?
  /// The one-sided p-value, corrected for multiple tests except in the screen of single cells.
  fileprivate(set) var p: Double

  /// For each direction, better and worse, at most one suspicion; empty if there are too few blocks.
  fileprivate static func both(
    _ cell: Cell, _ metric: PairedMetric, _ change: Change
  ) -> [PairedSuspicion] {
    guard change.pairs >= PairedSuite.minimumBlocks else { return [] }
    let moreIsWorse = [Metric].named(metric.name)?.direction != .higher
    return [true, false].compactMap { isWorse in
      change.toward(more: isWorse == moreIsWorse).map {
        PairedSuspicion(
          cell: cell, metric: metric, isWorse: isWorse, change: change, effect: $0.estimate,
          largestEffect: $0.largest, p: $0.p)
      }
    }
  }

  /// The tolerance in a steady cell, as a logarithm.
  private var allowed: Double { log(1 + metric.tolerance) }
  fileprivate var isSurelyAllowed: Bool { (largestEffect ?? .infinity) < allowed }

  /// Sorts worse figures first, then by effect in units of the tolerance. Does not sort by p: eight blocks allow few
  /// values of p, and a change of any size can have the smallest. The lower bound of 1e-9 avoids a division by 0.
  fileprivate var rank: (Int, Double) { (isWorse ? 0 : 1, -effect / max(allowed, 1e-9)) }
}

/// Picks the cells to measure again. Does not flag a change that is certainly within the tolerance of a steady cell,
/// because it would take the place of a change that matters.
struct PairedScreen {
  /// The suspected changes, the worst first; improvements come last.
  let flagged: [PairedSuspicion]
  let cells: [Cell]

  init(_ blocks: PairedBlocks, _ phase: TrialPlace.Phase) {
    let suite = blocks.settings.suite
    flagged = blocks.settings.comparedCells.flatMap { cell in
      suite.metrics.flatMap { metric in
        PairedSuspicion.both(cell, metric, blocks.change(phase, [cell], metric.name))
      }
    }.filter { $0.p < suite.screenLevel && !$0.isSurelyAllowed }.sorted { $0.rank < $1.rank }
    // Cells with accepted regressions do not count toward `confirmedCells`.
    let (accepted, all) = (blocks.settings.accepted, flagged.map(\.cell).distinct)
    let worst = all.filter { !accepted.contains($0) }.prefix(suite.confirmedCells)
    cells = all.filter { accepted.contains($0) || worst.contains($0) }
  }

  /// Tests the flagged figures of ``cells`` with the fresh blocks of `phase`; corrects the p-values by Holm's method.
  func confirmation(_ blocks: PairedBlocks, _ phase: TrialPlace.Phase) -> [PairedSuspicion] {
    var tested = flagged.filter { cells.contains($0.cell) }.compactMap { flagged in
      PairedSuspicion.both(
        flagged.cell, flagged.metric, blocks.change(phase, [flagged.cell], flagged.metric.name)
      ).first { $0.isWorse == flagged.isWorse }
    }
    for (index, p) in Holm.adjusted(tested.map(\.p)).enumerated() { tested[index].p = p }
    return tested
  }
}

/// The findings of the paired check, by the rules in docs/regressions.md. A test of all cells together detects small
/// changes. It needs no confirmation, because it is not picked as the worst of many tests.
struct PairedJudgement {
  static let allCells = Cell("*", "*")

  private let blocks: PairedBlocks
  private let screen: PairedScreen
  private let confirmation: [PairedSuspicion]
  /// A sentence about how much base differs from itself; nil unless the difference is certain.
  private var unsteadiness: String?
  private var suite: PairedSuite { blocks.settings.suite }

  init(_ settings: PairedSettings, _ trials: [Trial]) {
    blocks = PairedBlocks(settings, trials)
    screen = PairedScreen(blocks, .screen)
    confirmation = screen.confirmation(blocks, .confirm)
    // Judges base against itself like the candidate, but without a noise floor, which is computed from these blocks.
    let found =
      PairedScreen(blocks, .nullScreen).confirmation(blocks, .nullConfirm).first {
        $0.p < suite.confirmLevel
          && $0.effect > log(1 + tolerance($0.metric, blocks.variation($0.cell, $0.metric.name)))
      } ?? suite.metrics.compactMap { together($0, .nullScreen) }.first
    unsteadiness = found.map { GateSentences.unsteady(exp($0.effect), $0.cell) }
  }

  func findings() -> [GateFinding] {
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
  private func pooledTolerance(_ metric: PairedMetric) -> Double { metric.tolerance * 0.4 }

  /// A significant change of all cells together beyond the tolerance; its p is corrected for the number of metrics.
  private func together(_ metric: PairedMetric, _ phase: TrialPlace.Phase) -> PairedSuspicion? {
    var tested = PairedSuspicion.both(
      Self.allCells, metric, blocks.change(phase, pooledCells, metric.name))
    for index in tested.indices { tested[index].p *= Double(suite.metrics.count) }
    return tested.first {
      $0.p < suite.confirmLevel && $0.effect > log(1 + pooledTolerance(metric))
    }
  }

  private func tolerance(_ metric: PairedMetric, _ variation: Double?) -> Double {
    variation ?? .infinity <= suite.steadyVariation ? metric.tolerance : metric.noisyTolerance
  }

  /// The change that base shows against itself over as many blocks as `change` has, as a logarithm; nil for too few.
  private func floor(_ cells: [Cell], _ metric: PairedMetric, _ change: Change) -> Double? {
    let null = cells.flatMap { cell in
      TrialPlace.Phase.allCases.filter(\.isNull).flatMap {
        blocks.logRatios($0, [cell], metric.name)
      }
    }
    guard null.count >= PairedSuite.minimumBlocks, change.pairs > 0 else { return nil }
    return NoiseFloor.of(nullBlocks: null, blocks: change.pairs, seed: suite.seed)
  }

  private func finding(_ cell: Cell, _ metric: PairedMetric) -> GateFinding {
    if let missing = blocks.settings.missing.first(where: { $0.cell == cell }) {
      return GateFinding(
        .paired, cell, metric.name, missing.verdict, isCompared: false, text: missing.reason)
    }
    func isOfThis(_ other: PairedSuspicion) -> Bool { other.cell == cell && other.metric == metric }
    let screened = blocks.change(.screen, [cell], metric.name)
    let flagged = screen.flagged.first(where: isOfThis)
    var tested = confirmation.first { isOfThis($0) && $0.isWorse == flagged?.isWorse }
    let floor = floor([cell], metric, tested?.change ?? screened)
    if floor == nil { tested = nil }
    let variation = blocks.variation(cell, metric.name)
    let tolerance = tolerance(metric, variation)

    func tooFew(_ count: Int, of all: Int, _ phase: TrialPlace.Phase) -> (Verdict, String) {
      let lacking = blocks.countWithout(metric.name, phase, cell)
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
        let fresh = blocks.logRatios(.confirm, [cell], metric.name)
        return tooFew(fresh.count, of: suite.confirmBlocks, .confirm)
      }
      return confirmed(tested, tolerance, floor)
    }
    let (found, reason) = steady(verdict())
    return GateFinding(
      cell, metric.name, found, tested?.change ?? screened, floor: floor, tolerance: tolerance,
      adjustedP: tested?.p, variation: variation, reason: reason)
  }

  /// The finding about all cells together; nil with fewer than two cells or without a noise floor.
  private func findingOfAll(_ metric: PairedMetric) -> GateFinding? {
    let (cells, tested) = (pooledCells, together(metric, .screen))
    let change = blocks.change(.screen, cells, metric.name)
    guard cells.count > 1, let floor = floor(cells, metric, change) else { return nil }
    let tolerance = pooledTolerance(metric)
    let (found, reason) = steady(tested.map { confirmed($0, tolerance, floor) } ?? (.pass, ""))
    return GateFinding(
      Self.allCells, metric.name, found, change, floor: floor, tolerance: tolerance,
      adjustedP: tested?.p, variation: nil, reason: reason)
  }

  /// `found`, but inconclusive if base differs from itself, unless `found` is unknown.
  private func steady(_ found: (Verdict, String)) -> (Verdict, String) {
    guard let unsteadiness, found.0 != .unknown else { return found }
    return (.inconclusive, unsteadiness)
  }

  private func confirmed(
    _ tested: PairedSuspicion, _ tolerance: Double, _ floor: Double
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
      tested.metric.name.contains("per_delivery") && deliversDifferently(tested.cell.strategy)
    return isTrade
      ? (.trade, GateSentences.dearerDeliveries) : (.regressed, GateSentences.confirmed(tested.p))
  }

  private func deliversDifferently(_ key: String) -> Bool {
    let changed = blocks.settings.deliversDifferently
    return changed.contains(key) || changed.contains(String(key.prefix { $0 != ":" }))
  }
}
