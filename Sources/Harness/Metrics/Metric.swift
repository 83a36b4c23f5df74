/// A figure of one trial: how it is called, read and judged. Tables, CSVs and gates take all this
/// from here and hold no list of their own.
package struct Metric: Sendable {
  /// Which values are better.
  package enum Direction: String, Sendable {
    /// Less is better.
    case lower
    /// More is better.
    case higher
    /// A fact that is neither good nor bad.
    case neither
  }

  /// The key in CSV and JSON, with the unit.
  package let name: String
  /// The name for people.
  package let title: String
  /// The unit, as in "ms"; empty for numbers.
  package let unit: String
  /// Which values are better.
  package let direction: Direction
  /// What it is, in one sentence.
  package let summary: String
  /// The figure; nil where it was not, or could not be, measured.
  package let value: @Sendable (TrialAnalysis, TrialCounters) -> Double?

  /// Makes a metric.
  package init(
    _ name: String, title: String, unit: String, better: Direction = .lower,
    _ summary: String,
    value: @escaping @Sendable (TrialAnalysis, TrialCounters) -> Double?
  ) {
    self.name = name
    self.title = title
    self.unit = unit
    direction = better
    self.summary = summary
    self.value = value
  }
}

extension [Metric] {
  /// Every metric, in the order of the columns: a line for each family.
  package static let standard: [Metric] = families.flatMap { $0 }

  private static let families: [[Metric]] = [
    .counts,
    .latency,
    .optimality,
    .staleness,
    .mainThread,
    .display,
    .frames,
    .submission,
    .processor,
    .memory,
    .allocations,
    .correctness,
  ]

  /// The metric of that name; nil where there is none.
  package static func named(_ name: String) -> Metric? { standard.first { $0.name == name } }

  /// The families that are measured, and so are empty in virtual time.
  package static let realTimeOnly: [Metric] = .submission + .processor + .memory + .allocations
}
