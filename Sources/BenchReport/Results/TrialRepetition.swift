import BenchHarness

/// A trial that stands in a file, or in parts of a run, for the second time: whatever is made of it would
/// count it twice.
struct TrialRepetition {
  /// Where it stands, by position.
  let first, again: Int

  /// The first in `trials`; nil where there is none. A trial that is nil may be repeated.
  init?(in trials: [(some Hashable)?]) {
    var seen: [AnyHashable: Int] = [:]
    for (position, trial) in trials.enumerated() {
      guard let trial, let first = seen.updateValue(position, forKey: trial) else { continue }
      (self.first, again) = (first, position)
      return
    }
    return nil
  }

  /// Refuses a file with one; `line` returns the line of a position.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``, which names both lines.
  static func refuse(
    in trials: [(some Hashable)?], file: String, line: (Int) -> Int
  ) throws {
    guard let repetition = TrialRepetition(in: trials) else { return }
    throw BenchError.badResults(
      file: file, line: line(repetition.again),
      cause: "it holds the same trial as line \(line(repetition.first)). Remove one of the two.")
  }
}
