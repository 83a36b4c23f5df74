public import Harness

extension [StrategyEntry] {
  /// Strategies with a defect each.
  public static let knownBad: [StrategyEntry] = []
}
