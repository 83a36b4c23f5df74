@testable import BenchReport
@testable import BenchHarness
@testable import BenchMath

/// Evidence of the paired check as a machine with known noise and known changes would leave it.
struct SyntheticPair {
  var suite = PairedSuite(cells: SyntheticPair.cells(4))
  /// The relative change of the candidate, by position of the cell.
  var changes: [Int: Double] = [:]
  /// The relative change of what base is compared with in the null control, likewise.
  var nullChanges: [Int: Double] = [:]
  /// The standard deviation of the logarithm of one trial.
  var noise = 0.03
  /// The share of trials that take half as long again.
  var outliers = 0.0
  /// The relative growth of every figure from one block to the next.
  var drift = 0.0
  var deliversDifferently: Set<String> = []
  var generator = SeededGenerator(seed: 1)

  static func cells(_ count: Int) -> [Cell] {
    (0..<count).map { Cell("strategy-\($0)", "steady") }
  }

  init(seed: UInt64 = 1) { generator = SeededGenerator(seed: seed) }

  /// What a run would find, confirmation included.
  mutating func evidence() -> PairedEvidence {
    var evidence = PairedEvidence(
      settings: PairedSettings(
        suite: suite, base: "base", candidate: "candidate",
        deliversDifferently: deliversDifferently, work: ReloadWork(roundsPerNanosecond: 1)),
      trials: [])
    for phase in [PairedPhase.screen, .nullScreen] {
      for cell in suite.cells { add(phase, cell, suite.screenBlocks, to: &evidence) }
    }
    let blocks = PairedBlocks(evidence)
    let flagged = PairedScreen(blocks, .screen).cells
    let unsteady = PairedScreen(blocks, .nullScreen).cells
    for (phase, cells) in [
      (PairedPhase.confirm, flagged), (.floor, flagged), (.nullConfirm, unsteady),
    ] {
      for cell in cells { add(phase, cell, suite.confirmBlocks, to: &evidence) }
    }
    return evidence
  }

  /// Those of single cells.
  mutating func verdicts() -> [PairedVerdict] { PairedJudgement(evidence()).verdictsOfCells() }

  mutating func add(
    _ phase: PairedPhase, _ cell: Cell, _ blocks: Int, to evidence: inout PairedEvidence
  ) {
    let number = suite.cells.firstIndex(of: cell) ?? 0
    let change = (phase.isNull ? nullChanges : changes)[number] ?? 0
    for block in 1...blocks {
      for (position, side) in [PairedSide.base, .candidate, .candidate, .base].enumerated() {
        var value = 1_000 * (1 + drift * Double(block * 4 + position) / 4)
        value *= 1 + noise * normal()
        if generator.nextUnit() < outliers { value *= 1.5 }
        if side == .candidate { value *= 1 + change }
        evidence.trials.append(
          PairedTrial(
            phase: phase, cell: cell, block: block, position: position + 1, side: side, seed: 1,
            outcome: .ok, detail: "", values: [suite.metrics[0].name: value]))
      }
    }
  }

  private mutating func normal() -> Double {
    NormalDistribution.quantile(generator.nextUnit() * 0.999_998 + 1e-6)
  }
}
