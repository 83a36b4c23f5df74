/// What the paired half says of one figure of one cell.
///
/// Changes are relative, candidate to base: 0.05 is 5 % more, whatever direction is better.
public struct PairedVerdict: Codable, Sendable, Equatable {
  /// The strategy, as in the suite.
  public var strategy: String
  /// The workload, as in the suite.
  public var workload: String
  /// The metric's key.
  public var metric: String
  /// The verdict.
  public var verdict: Verdict
  /// The change, and the ends of its 95 % interval; nil where too few blocks tell.
  public var estimate, low, high: Double?
  /// The change that base shows against itself; nil where it is not known.
  public var floor: Double?
  /// The change that is allowed.
  public var tolerance: Double
  /// The p-value of the confirmation, corrected by Holm; nil without one.
  public var adjustedP: Double?
  /// How many blocks the estimate rests on.
  public var blocks: Int
  /// The robust coefficient of variation of one trial; nil where it is not known.
  public var variation: Double?
  /// Why, in words.
  public var reason: String
}
