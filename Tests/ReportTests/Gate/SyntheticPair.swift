@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

/// Trials of a paired check on a simulated machine with known noise and known changes.
struct SyntheticPair {
  var settings = PairedSettings(
    suite: PairedSuite(cells: cells(4)), base: "base", candidate: "candidate",
    work: ReloadWork(roundsPerNanosecond: 1))
  /// The candidate's figure divided by base's, by position of the cell.
  var factors: [Int: Double] = [:]
  /// The same for null trials, where base plays both sides.
  var nullFactors: [Int: Double] = [:]
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

  var suite: PairedSuite {
    get { settings.suite }
    set { settings.suite = newValue }
  }

  /// The trials of a run, confirmation included.
  mutating func trials() -> [Trial] {
    var trials: [Trial] = []
    for plan in [PairedPlan.screening, PairedPlan.confirming] {
      trials += plan(settings, trials).trials.map { trial($0) }
    }
    return trials
  }

  mutating func findings() -> [GateFinding] { PairedJudgement(settings, trials()).findings() }

  /// The verdicts on single combinations.
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
  /// A successful trial of a paired check.
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
