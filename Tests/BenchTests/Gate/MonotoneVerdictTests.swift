import Foundation
import Testing

@testable import BenchReport
@testable import BenchHarness
@testable import BenchMath

/// Whatever is made worse, or taken away, turns no regression into a pass; the order of rows says
/// nothing.
@Suite(.timeLimit(.minutes(15))) struct MonotoneVerdictTests {
  private static let metrics = ["deliveries", "heartbeat_share"]

  private func cells() -> [ExactTable.Row] {
    ["uart", "on-off"].flatMap { workload in
      ["naive", "frame", "throttle"].map { .init(cell: Cell($0, workload), seed: 1) }
    }
  }

  private func table(_ cells: [ExactTable.Row], _ random: inout SeededGenerator) -> ExactTable {
    var table = ExactTable(metrics: Self.metrics)
    for cell in cells {
      let values = Self.metrics.map { ($0, Double(Int.random(in: 3...5, using: &random))) }
      table.add(Dictionary(uniqueKeysWithValues: values), .ok, to: cell, places: 6)
    }
    return table
  }

  private func verdict(_ before: ExactTable, _ after: ExactTable) -> Verdict {
    let comparison = ExactComparison(check: .exact, before: before, after: after)
    return GateReport([CheckResult(cells: comparison.cells)], evidence: nil).verdict
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func worseFigureIsNoPassInTheExactCheck(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let before = table(cells(), &random)
    let after = table(cells(), &random)
    var worse = after
    let cell = try #require(cells().randomElement(using: &random))
    var values = try #require(after.rows[cell]).dropFirst().compactMap(Double.init)
    // Fewer deliveries are better, and more of the heartbeat.
    let isFirst = Bool.random(using: &random)
    if isFirst { values[0] += 1 } else { values[1] -= 1 }
    worse.add(
      Dictionary(uniqueKeysWithValues: zip(Self.metrics, values)), .ok, to: cell, places: 6)
    let (was, then) = (verdict(before, after), verdict(before, worse))
    #expect(was != .regressed || then == .regressed)
    #expect(verdict(after, worse) == .regressed)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func rowsTakenAwayAreNoPassInTheExactCheck(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let before = table(cells(), &random)
    let fewer = Array(cells().shuffled(using: &random).dropLast())
    #expect(verdict(before, table(fewer, &random)) == .regressed)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func orderOfRowsSaysNothingAndARepeatedOneIsRefused(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (before, after) = (table(cells(), &random), table(cells(), &random))
    let lines = after.csv.split(separator: "\n")
    let shuffled = lines.prefix(1) + lines.dropFirst().shuffled(using: &random)
    let read = try ExactTable(shuffled.joined(separator: "\n") + "\n", file: "f")
    #expect(verdict(before, read) == verdict(before, after))
    let repeated = shuffled + lines.suffix(1)
    #expect(throws: BenchError.self) {
      try ExactTable(repeated.joined(separator: "\n") + "\n", file: "f")
    }
  }

  private func verdict(_ evidence: PairedEvidence) -> Verdict {
    let verdicts = PairedJudgement(evidence).verdicts()
    return GateReport([CheckResult(verdicts)], evidence: nil).verdict
  }

  private func regressed(_ seed: UInt64) -> PairedEvidence {
    var pair = SyntheticPair(seed: seed)
    pair.changes = [0: 0.12]
    return pair.evidence()
  }

  /// With up to 40 trials of the candidate made longer by up to a half.
  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func worseFigureIsNoPassInThePairedCheck(seed: UInt64) {
    var evidence = regressed(seed)
    let was = verdict(evidence)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let position = Int.random(in: evidence.trials.indices, using: &random)
      let trial = evidence.trials[position]
      guard trial.side == .candidate, !trial.phase.isNull else { continue }
      let factor = 1 + random.nextUnit() / 2
      evidence.trials[position].values = trial.values.mapValues { $0 * factor }
    }
    #expect(was == .regressed)
    #expect(verdict(evidence).exitCode != 0)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func orderOfRowsSaysNothingInThePairedCheck(seed: UInt64) {
    var evidence = regressed(seed)
    let was = PairedJudgement(evidence).verdicts()
    var random = SeededGenerator(seed: seed)
    evidence.trials.shuffle(using: &random)
    #expect(PairedJudgement(evidence).verdicts() == was)
  }
}
