import Foundation

/// A trial for the power of the gate: a row of `power.csv`.
///
/// The blocks of an attempt hold base, base once more and every effect, then all of it the other way
/// round: each effect is compared with the same two trials of base.
public struct PowerTrial: Sendable, Equatable {
  /// Which attempt, from 1: a window of blocks of its own, as many as a run of the gate measures of a
  /// cell that it flags.
  public var attempt: Int
  /// What it was made worse by; nil for base.
  public var effect: Injection?
  /// The trial.
  public var trial: PairedTrial
}

/// `power.csv`: the columns of `paired.csv` after two of its own.
struct PowerTable {
  let metrics: [String]

  var header: String { "attempt,effect," + PairedTable(metrics: metrics).header }

  func line(_ trial: PowerTrial) -> String {
    "\(trial.attempt),\(trial.effect?.text ?? "none"),"
      + PairedTable(metrics: metrics).line(trial.trial)
  }

  /// The trials in `text`; `file` is for messages.
  /// - Throws: ``HarnessError``.
  static func trials(_ text: String, file: String) throws -> [PowerTrial] {
    var own: [(attempt: Int, effect: Injection?)] = []
    var rest = ""
    for (number, line) in text.split(separator: "\n").enumerated() {
      let fields = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      let isLast = !text.hasSuffix("\n") && line.endIndex == text.endIndex
      if isLast { break }
      guard fields.count == 3, number == 0 || Int(fields[0]) != nil else {
        throw HarnessError.badResults(
          file: file, line: number + 1, cause: "it is no trial of a certification.")
      }
      rest += fields[2] + "\n"
      guard number > 0 else { continue }
      let effect = fields[1] == "none" ? nil : try Injection(parsing: String(fields[1]))
      own.append((Int(fields[0]) ?? 0, effect))
    }
    return zip(own, try PairedTable.trials(rest, file: file)).map {
      PowerTrial(attempt: $0.attempt, effect: $0.effect, trial: $1)
    }
  }
}
