@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

/// Trials of a paired check on a simulated machine with known noise and known changes.
struct SyntheticPair {
  var suite = {
    var suite = PairedSuite(cells(4))
    (suite.screenBlocks, suite.confirmBlocks) = (8, 20)
    return suite
  }()
  /// Strategies that deliver differently, and combinations with an accepted regression.
  var differing: Set<String> = []
  var accepted: [Accepted] = []
  /// The candidate's figure divided by base's, by position of the cell.
  var factors: [Int: Double] = [:]
  /// The relative standard deviation of a single trial.
  var noise = 0.03
  /// The share of trials that take 50 % longer.
  var outliers = 0.0
  /// The relative growth of every figure from one block to the next.
  var drift = 0.0
  private var generator: SeededGenerator

  static func cells(_ count: Int) -> [Cell] {
    (0..<count).map { Cell("strategy-\($0)", "steady") }
  }

  init(seed: UInt64 = 1) { generator = SeededGenerator(seed: seed) }

  var settings: PairedSettings {
    var settings = PairedSettings(suite, accepted: accepted)
    settings.changed = differing
    return settings
  }

  /// The trials of a run, confirmation included.
  mutating func trials() -> [Trial] {
    let screened = trials(.screen, of: suite.cells, blocks: suite.screenBlocks)
    let flagged = PairedJudgement(settings, screened).cells
    return screened + trials(.confirm, of: flagged, blocks: suite.confirmBlocks)
  }

  private mutating func trials(
    _ phase: TrialPlace.Phase, of cells: [Cell], blocks: Int
  ) -> [Trial] {
    var trials: [Trial] = []
    for block in 1...blocks {
      for cell in cells {
        for (index, side) in sides().enumerated() {
          trials.append(trial(cell, block, TrialPlace(phase, position: index + 1, side)))
        }
      }
    }
    return trials
  }

  private mutating func sides() -> [TrialPlace.Side] {
    generator.nextUnit() < 0.5
      ? [.base, .candidate, .candidate, .base] : [.candidate, .base, .base, .candidate]
  }

  mutating func findings() -> [GateFinding] { PairedJudgement(settings, trials()).findings() }

  /// The verdicts on single combinations.
  mutating func verdicts() -> [Verdict] { findings().prefix(suite.cells.count).map(\.verdict) }

  private mutating func trial(_ cell: Cell, _ block: Int, _ place: TrialPlace) -> Trial {
    var value = 1 + drift * (Double(block) + Double(place.position - 1) / 4)
    value *= 1 + noise * normal()
    if generator.nextUnit() < outliers { value *= 1.5 }
    if place.side == .candidate, let number = suite.cells.firstIndex(of: cell) {
      value *= factors[number] ?? 1
    }
    return .paired(cell, block, place, value, suite.metrics.map(\.metric))
  }

  private mutating func normal() -> Double {
    NormalDistribution.quantile(generator.nextUnit() * 0.999_998 + 1e-6)
  }
}

extension Trial {
  /// A successful trial of a paired check.
  static func paired(
    _ cell: Cell, _ block: Int, _ place: TrialPlace, _ value: Double,
    _ metrics: [Metric] = [PairedSuite.Figure().metric]
  ) -> Trial {
    var id = ID(cell, number: block, seed: 1, time: .real)
    id.place = place
    return Trial(
      id, outcome: .ok, detail: "",
      values: Dictionary(uniqueKeysWithValues: metrics.map { ($0.name, value) }))
  }
}

extension PairedSuite.Figure {
  init(_ metric: Metric, tolerance: Double = 0.05, noisyTolerance: Double = 0.2) {
    self.init()
    (self.metric, self.tolerance, self.noisyTolerance) = (metric, tolerance, noisyTolerance)
  }
}
