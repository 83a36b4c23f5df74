import Foundation

/// The exact interval of a probability from how often something happened.
///
/// Source: Clopper, Pearson, "The use of confidence or fiducial limits illustrated in the case of
/// the binomial", 1934. Where it never happened, the one-sided bound at 95 % is about 3 ÷ n.
public enum ClopperPearson {
  /// The one-sided upper bound of the probability of what happened `successes` times of `count`;
  /// 1 where it never could.
  public static func upper(_ successes: Int, of count: Int, confidence: Double = 0.95) -> Double {
    guard successes < count else { return 1 }
    return bisected { atMost(successes, of: count, $0) > 1 - confidence }
  }

  /// The one-sided lower bound of the probability of what happened `successes` times of `count`;
  /// 0 where it never did.
  public static func lower(_ successes: Int, of count: Int, confidence: Double = 0.95) -> Double {
    guard successes > 0 else { return 0 }
    return bisected { 1 - atMost(successes - 1, of: count, $0) < 1 - confidence }
  }

  /// The probability of at most `successes`.
  private static func atMost(_ successes: Int, of count: Int, _ probability: Double) -> Double {
    guard probability > 0 else { return 1 }
    guard probability < 1 else { return successes >= count ? 1 : 0 }
    var logarithm = Double(count) * log1p(-probability)
    var sum = exp(logarithm)
    for k in 0..<successes {
      logarithm += log(Double(count - k)) - log(Double(k + 1))
      logarithm += log(probability) - log1p(-probability)
      sum += exp(logarithm)
    }
    return min(1, sum)
  }

  /// The probability up to which `holds` is true.
  private static func bisected(_ holds: (Double) -> Bool) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
