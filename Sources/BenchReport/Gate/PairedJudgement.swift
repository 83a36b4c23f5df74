import BenchHarness
import BenchMath
import Foundation

/// The figures of paired trials by phase, cell and metric, a block each.
struct PairedBlocks {
  let settings: PairedSettings
  private let trials: [Trial]
  private let logarithms: [Key: [Block]]

  private struct Key: Hashable {
    let phase: TrialPlace.Phase
    let cell: Cell
    let metric: String
  }

  private struct Block { var base: [Double] = [], candidate: [Double] = [] }

  /// Takes the trials that ended well; blocks come in the order of their numbers. O(n).
  init(_ settings: PairedSettings, _ trials: [Trial]) {
    (self.settings, self.trials) = (settings, trials)
    var blocks: [Key: [Int: Block]] = [:]
    for trial in trials where trial.outcome == .ok {
      guard let place = trial.place else { continue }
      let side = place.side == .base ? \Block.base : \Block.candidate
      for metric in settings.suite.metrics.map(\.name) {
        guard let value = trial.values[metric], value > 0 else { continue }
        let key = Key(phase: place.phase, cell: trial.cell, metric: metric)
        blocks[key, default: [:]][trial.number, default: Block()][keyPath: side].append(log(value))
      }
    }
    logarithms = blocks.mapValues { blocks in
      // Sorted, because sums of fractions depend on the order of the rows.
      blocks.sorted { $0.key < $1.key }.map {
        Block(base: $0.value.base.sorted(), candidate: $0.value.candidate.sorted())
      }
    }
  }

  /// The log ratios of the complete blocks of `cell`: candidate ÷ base, a block each.
  ///
  /// The sides' geometric means are compared, so that halving and doubling weigh the same. A block
  /// counts where both trials of both sides have the figure.
  private func logRatios(_ phase: TrialPlace.Phase, _ cell: Cell, _ metric: String) -> [Double] {
    blocks(phase, cell, metric).compactMap { block in
      guard block.base.count == 2, block.candidate.count == 2 else { return nil }
      return (block.candidate.reduce(0, +) - block.base.reduce(0, +)) / 2
    }
  }

  /// Why there is no verdict; says how many blocks lack a figure in a trial that ended well. O(n).
  func tooFew(
    _ change: Change, of all: Int, _ phase: TrialPlace.Phase, _ cell: Cell, _ metric: String
  ) -> (Verdict, String) {
    let lacking = trials.filter {
      $0.place?.phase == phase && $0.cell == cell && $0.outcome == .ok
        && $0.values[metric] ?? 0 <= 0
    }
    let count = Set(lacking.map(\.number)).count
    return (.unknown, GateSentences.tooFewBlocks(change.pairs, of: all, withoutFigure: count))
  }

  func change(_ phase: TrialPlace.Phase, _ cells: [Cell], _ metric: String) -> Change {
    Change(logRatios: cells.flatMap { logRatios(phase, $0, metric) })
  }

  func nullRatios(_ cells: [Cell], _ metric: String) -> [Double] {
    cells.flatMap { cell in
      TrialPlace.Phase.allCases.filter(\.isNull).flatMap { logRatios($0, cell, metric) }
    }
  }

  /// The robust coefficient of variation of one trial of base, without the drift between blocks;
  /// nil where no block tells.
  ///
  /// Logarithms around their block's mean, made larger by what taking that mean away hides.
  func variation(_ cell: Cell, _ metric: String) -> Double? {
    let residuals = TrialPlace.Phase.allCases.flatMap { phase in
      blocks(phase, cell, metric).flatMap { block -> [Double] in
        let values = phase.isNull ? block.base + block.candidate : block.base
        guard values.count >= 2 else { return [] }
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        return values.map { ($0 - mean) * (count / (count - 1)).squareRoot() }
      }
    }
    return RobustVariation.coefficient(residuals.map { 1 + $0 })
  }

  private func blocks(_ phase: TrialPlace.Phase, _ cell: Cell, _ metric: String) -> [Block] {
    logarithms[Key(phase: phase, cell: cell, metric: metric)] ?? []
  }
}

/// That a figure of a cell, or of all together, grew worse, or better.
struct PairedSuspicion {
  let cell: Cell
  let metric: PairedMetric
  let isWorse: Bool
  let change: Change
  /// The logarithm of a ratio, over 0 in the suspected direction, and the farther end of its 95 % interval.
  let effect: Double
  private let largestEffect: Double?
  /// How probable such blocks are where nothing differs; corrected in a confirmation.
  fileprivate(set) var p: Double

  /// Both directions of a figure; none where there are too few blocks.
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

  /// In a steady cell, as a logarithm.
  private var allowed: Double { log(1 + metric.tolerance) }

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
  /// The worst first; what grew better comes last.
  let flagged: [PairedSuspicion]
  /// Those to measure again, the worst first.
  let cells: [Cell]

  init(_ blocks: PairedBlocks, _ phase: TrialPlace.Phase) {
    let suite = blocks.settings.suite
    flagged = blocks.settings.comparedCells.flatMap { cell in
      suite.metrics.flatMap { metric in
        PairedSuspicion.both(cell, metric, blocks.change(phase, [cell], metric.name))
      }
    }
    .filter { $0.p < suite.screenLevel && !$0.isSurelyAllowed }
    .sorted { $0.rank < $1.rank }
    cells = Array(flagged.map(\.cell).distinct.prefix(suite.confirmedCells))
  }

  /// What fresh blocks, those of `phase`, say of what this flagged in its worst cells; Holm over all of it.
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

/// The findings of the paired check: a pure function of its trials, by the rules in docs/gate.md.
///
/// A change that is small in each cell, and alike in all, shows in the screen of all cells together. Nothing
/// picked out that question, so it takes no confirmation.
struct PairedJudgement {
  static let allCells = Cell("*", "*")

  private let blocks: PairedBlocks
  private let screen: PairedScreen
  private let confirmation: [PairedSuspicion]
  /// What the null control confirmed, in words.
  private var unsteadiness: String?
  private var suite: PairedSuite { blocks.settings.suite }

  init(_ settings: PairedSettings, _ trials: [Trial]) {
    blocks = PairedBlocks(settings, trials)
    screen = PairedScreen(blocks, .screen)
    confirmation = screen.confirmation(blocks, .confirm)
    // Base against itself, judged as the candidate is; its floor would be made of the very blocks in
    // question, so the tolerance alone stands against it.
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

  /// The cells that are looked at together: a strategy that delivers differently now has other costs, and a
  /// regression that is accepted would be one of all.
  private var pooledCells: [Cell] {
    blocks.settings.comparedCells.filter {
      !deliversDifferently($0.strategy) && !blocks.settings.accepted.contains($0)
    }
  }

  /// Less than of each of them, because their mean varies less.
  private func pooledTolerance(_ metric: PairedMetric) -> Double { metric.tolerance * 0.4 }

  /// What the blocks of all cells say together beyond the tolerance, corrected for the number of metrics.
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

  /// What base shows against itself over as many blocks as `change` has, as a logarithm.
  private func floor(_ cells: [Cell], _ metric: PairedMetric, _ change: Change) -> Double? {
    let null = blocks.nullRatios(cells, metric.name)
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

    func verdict() -> (Verdict, String) {
      guard suite.canFlag(screened.pairs) else {
        return blocks.tooFew(screened, of: suite.screenBlocks, .screen, cell, metric.name)
      }
      guard let floor else { return (.unknown, GateSentences.noFloor) }
      guard let flagged else { return (.pass, "") }
      guard screen.cells.contains(cell) else {
        return flagged.isWorse
          ? (.inconclusive, GateSentences.othersLookedWorse(suite.confirmedCells)) : (.pass, "")
      }
      guard let tested else {
        let fresh = blocks.change(.confirm, [cell], metric.name)
        return blocks.tooFew(fresh, of: suite.confirmBlocks, .confirm, cell, metric.name)
      }
      return confirmed(tested, tolerance, floor)
    }
    let (found, reason) = steady(verdict())
    return GateFinding(
      cell, metric.name, found, tested?.change ?? screened, floor: floor, tolerance: tolerance,
      adjustedP: tested?.p, variation: variation, reason: reason)
  }

  /// Nil where a single cell, or no blocks of base against itself, leave nothing to say.
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

  /// The verdict where base does not differ from itself.
  private func steady(_ found: (Verdict, String)) -> (Verdict, String) {
    guard let unsteadiness, found.0 != .unknown else { return found }
    return (.inconclusive, unsteadiness)
  }

  private func confirmed(
    _ tested: PairedSuspicion, _ tolerance: Double, _ floor: Double
  ) -> (Verdict, String) {
    let pairs = tested.change.pairs
    guard tested.p < suite.confirmLevel else {
      return suite.canConfirm(pairs, hypotheses: confirmation.count)
        ? (.pass, GateSentences.notConfirmed(tested.p))
        : (.unknown, GateSentences.cannotConfirm(blocks: pairs, level: suite.confirmLevel))
    }
    guard tested.effect > log(1 + tolerance) else { return (.pass, GateSentences.withinTolerance) }
    guard tested.effect > floor else {
      return (tested.isWorse ? .inconclusive : .pass, GateSentences.withinNoise)
    }
    guard tested.isWorse else { return (.improved, GateSentences.confirmed()) }
    guard tested.metric.name.contains("per_delivery"), deliversDifferently(tested.cell.strategy)
    else { return (.regressed, GateSentences.confirmed(tested.p)) }
    return (.trade, GateSentences.dearerDeliveries)
  }

  private func deliversDifferently(_ key: String) -> Bool {
    let changed = blocks.settings.deliversDifferently
    return changed.contains(key) || changed.contains(String(key.prefix { $0 != ":" }))
  }
}
