import BenchHarness
import BenchMath
import Foundation

/// A trial for the power of the gate: a row of `power.csv`.
///
/// The blocks of an attempt hold base, base once more and every effect, then all of it the other way
/// round: each effect is compared with the same two trials of base.
package struct PowerTrial: Sendable, Equatable {
  /// Which attempt, from 1: a window of blocks of its own, as many as a run of the gate measures of a
  /// cell that it flags.
  package var attempt: Int
  /// What it was made worse by; nil for base.
  package var effect: Effect?
  /// The trial.
  package var trial: PairedTrial
}

/// `power.csv`: the columns of `paired.csv` after two of its own.
struct PowerTable {
  let metrics: [String]

  var header: String { "attempt,effect," + PairedTable(metrics: metrics).header }

  func line(_ trial: PowerTrial) -> String {
    "\(trial.attempt),\(trial.effect?.text ?? "none"),"
      + PairedTable(metrics: metrics).line(trial.trial)
  }

  /// The trials in `text`; `file` is for messages. A last line that was cut off is ignored.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``.
  static func trials(_ text: String, file: String) throws -> [PowerTrial] {
    var own: [(attempt: Int, effect: Effect?)] = []
    var rest = ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for (number, line) in lines.enumerated() {
      let fields = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, number == 0 || Int(fields[0]) != nil else {
        throw BenchError.badResults(
          file: file, line: number + 1, cause: "it is not a trial of a certification.")
      }
      rest += fields[2] + "\n"
      guard number > 0 else { continue }
      do {
        let effect = fields[1] == "none" ? nil : try Effect(parsing: String(fields[1]))
        own.append((Int(fields[0]) ?? 0, effect))
      } catch {
        throw BenchError.badResults(file: file, line: number + 1, cause: "\(error)")
      }
    }
    let trials = try PairedTable.trials(rest, file: file) { own[$0].attempt }
    return zip(own, trials).map {
      PowerTrial(attempt: $0.attempt, effect: $0.effect, trial: $1)
    }
  }
}

extension Certificate {
  /// Counts.
  ///
  /// A family is a run of the gate of its own, so families share no trial. An attempt puts an
  /// effect's blocks in the place of one cell's in a family (number modulo families), and that run
  /// is judged as a whole: what the family's null control or other cells spoil counts as a miss.
  init(
    _ settings: CertifySettings, families: [PairedEvidence], power: [PowerTrial],
    strategies: [StrategyEntry]
  ) {
    hasBackgroundLoad = settings.hasBackgroundLoad
    let judged = families.map { PairedJudgement($0).verdicts() }
    func count(_ isCounted: (Verdict) -> Bool) -> Count {
      Count(happened: judged.count { $0.contains { isCounted($0.verdict) } }, of: judged.count)
    }
    falseAlarms = count { $0 == .regressed || $0 == .trade }
    falseImprovements = count { $0 == .improved }
    inconclusive = count { $0 == .inconclusive || $0 == .unknown }
    let attempts = Attempts(settings, families: families, power: power)
    cells = settings.family(1).cells.map { cell in
      let own = judged.flatMap { $0 }.filter {
        $0.strategy == cell.strategy && $0.workload == cell.workload
          && $0.metric == settings.suite.metrics.first?.name
      }
      let variation = MedianInterval(own.compactMap(\.variation))?.median
      return Cell(
        cell: cell, variation: variation, floor: MedianInterval(own.compactMap(\.floor))?.median,
        isSteady: (variation ?? .infinity) <= settings.suite.steadyVariation,
        powers: settings.effects.filter { Self.canBefall(cell, $0, strategies) }
          .map { Power(effect: $0, caught: attempts.caught($0, cell)) })
    }
  }

  /// Only reloads are merged, so only they can be missed.
  private static func canBefall(
    _ cell: PairedCell, _ effect: Effect, _ strategies: [StrategyEntry]
  ) -> Bool {
    guard case .missedMerge = effect else { return true }
    let entry = try? Selection.parse(cell.strategy, from: strategies).first?.entry
    return entry.map { $0.delivery == .reload || $0.delivery == .sections } ?? false
  }

  /// The attempts at finding effects, each in a family.
  private struct Attempts {
    private let families: [PairedEvidence]
    private let numbers: [Int]
    private let trials: [Key: [PowerTrial]]

    private struct Key: Hashable {
      let attempt: Int
      let cell: PairedCell
    }

    init(_ settings: CertifySettings, families: [PairedEvidence], power: [PowerTrial]) {
      self.families = families
      trials = Dictionary(grouping: power) { Key(attempt: $0.attempt, cell: $0.trial.cell) }
      numbers = settings.finishedAttempts(power).sorted()
    }

    func caught(_ effect: Effect, _ cell: PairedCell) -> Count {
      guard !families.isEmpty else { return Count(happened: 0, of: 0) }
      let found = numbers.count { number in
        let evidence = evidence(number, effect, cell)
        return PairedJudgement(evidence).verdicts(of: cell).contains { $0.verdict == .regressed }
      }
      return Count(happened: found, of: numbers.count)
    }

    /// A family with the blocks of an effect in the place of the cell's.
    private func evidence(_ number: Int, _ effect: Effect, _ cell: PairedCell) -> PairedEvidence {
      var evidence = families[(number - 1) % families.count]
      evidence.trials.removeAll {
        $0.cell == cell && ($0.phase == .screen || $0.phase == .confirm || $0.phase == .floor)
      }
      for power in trials[Key(attempt: number, cell: cell)] ?? [] {
        var trial = power.trial
        if power.effect == effect || power.effect == nil && trial.side == .base {
          evidence.trials.append(trial)
        }
        if power.effect == nil && trial.phase == .confirm {
          trial.phase = .floor
          evidence.trials.append(trial)
        }
      }
      return evidence
    }
  }
}
