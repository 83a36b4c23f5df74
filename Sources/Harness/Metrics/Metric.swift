/// A figure of one trial: how it is called, read and judged. Tables, CSVs and gates take all this
/// from here and hold no list of their own.
public struct Metric: Sendable {
  /// Which values are better.
  public enum Direction: String, Sendable {
    /// Less is better.
    case lower
    /// More is better.
    case higher
    /// A fact that is neither good nor bad.
    case neither
  }

  /// What may be assumed of repeated trials in real time; in virtual time every metric is exact.
  public enum Assumption: String, Sendable {
    /// One run is enough, and any variation is itself a warning.
    case exact
    /// Nothing; only non-parametric statistics apply.
    case noisy
  }

  /// The key in CSV and JSON, with the unit.
  public let name: String
  /// The name for people.
  public let title: String
  /// The unit, as in "ms"; empty for numbers.
  public let unit: String
  /// Which values are better.
  public let direction: Direction
  /// What may be assumed of repeated trials.
  public let assumption: Assumption
  /// What it is, in one sentence.
  public let summary: String
  /// The figure; nil where it was not, or could not be, measured.
  public let value: @Sendable (TrialAnalysis, TrialCounters) -> Double?

  /// Makes a metric.
  public init(
    _ name: String, title: String, unit: String, better: Direction = .lower,
    assumption: Assumption = .noisy, _ summary: String,
    value: @escaping @Sendable (TrialAnalysis, TrialCounters) -> Double?
  ) {
    self.name = name
    self.title = title
    self.unit = unit
    direction = better
    self.assumption = assumption
    self.summary = summary
    self.value = value
  }
}

extension [Metric] {
  /// Every metric, in the order of the columns: a line for each family.
  public static let standard: [Metric] =
    .counts
    + .latency
    + .optimality
    + .staleness
    + .mainThread
    + .display
    + .submission
    + .processor
    + .memory
    + .allocations
    + .correctness

  /// The families that are measured, and so are empty in virtual time.
  static let realTimeOnly: [Metric] = .submission + .processor + .memory + .allocations
}
