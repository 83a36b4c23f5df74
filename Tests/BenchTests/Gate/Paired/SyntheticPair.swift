@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

/// A paired check as a machine with known noise and known changes would leave it.
struct SyntheticPair {
  var settings = PairedSettings(
    suite: PairedSuite(cells: cells(4)), base: "base", candidate: "candidate",
    work: ReloadWork(roundsPerNanosecond: 1))
  /// What the candidate's figure is divided by that of base, by position of the cell.
  var factors: [Int: Double] = [:]
  /// The same where base plays both sides.
  var nullFactors: [Int: Double] = [:]
  /// The standard deviation of the logarithm of one trial.
  var noise = 0.03
  /// The share of trials that take half as long again.
  var outliers = 0.0
  /// The relative growth of every figure from one block to the next.
  var drift = 0.0
  private var generator: SeededGenerator

  static func cells(_ count: Int) -> [Cell] {
    (0..<count).map { Cell("strategy-\($0)", "steady") }
  }

  init(seed: UInt64 = 1) { generator = SeededGenerator(seed: seed) }

  var suite: PairedSuite {
    get { settings.suite }
    set { settings.suite = newValue }
  }

  /// What a run would find, confirmation included.
  mutating func trials() -> [Trial] {
    var trials: [Trial] = []
    for plan in [PairedPlan.screening, PairedPlan.confirming] {
      trials += plan(settings, trials).trials.map { trial($0) }
    }
    return trials
  }

  mutating func findings() -> [GateFinding] { PairedJudgement(settings, trials()).findings() }

  /// Those of single combinations.
  mutating func verdicts() -> [Verdict] { findings().prefix(suite.cells.count).map(\.verdict) }

  private mutating func trial(_ id: Trial.ID) -> Trial {
    guard let place = id.place, let cell = suite.cells.firstIndex(of: id.cell) else {
      preconditionFailure("A plan holds the combinations of its settings only.")
    }
    var value = 1 + drift * (Double(id.number) + Double(place.position - 1) / 4)
    value *= 1 + noise * normal()
    if generator.nextUnit() < outliers { value *= 1.5 }
    if place.side == .candidate {
      value *= (place.phase.isNull ? nullFactors : factors)[cell] ?? 1
    }
    return .paired(id.cell, id.number, place, value, suite.metrics.map(\.name))
  }

  private mutating func normal() -> Double {
    NormalDistribution.quantile(generator.nextUnit() * 0.999_998 + 1e-6)
  }
}

extension Trial {
  /// One of a paired check that ended well.
  static func paired(
    _ cell: Cell, _ block: Int, _ place: TrialPlace, _ value: Double,
    _ metrics: [String] = [PairedMetric().name]
  ) -> Trial {
    var id = ID(cell, number: block, seed: 1, time: .real)
    id.place = place
    return Trial(
      id, outcome: .ok, detail: "",
      values: Dictionary(uniqueKeysWithValues: metrics.map { ($0, value) }))
  }
}
