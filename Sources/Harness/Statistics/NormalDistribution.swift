import Foundation

/// The standard normal distribution.
enum NormalDistribution {
  /// The probability of a value up to `x`.
  static func cumulative(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }

  /// The value that is not exceeded with probability `p`; infinite at 0 and 1.
  ///
  /// Newton's method on ``cumulative(_:)``, from a start that is right to 4.5e-4: three steps are
  /// exact in double precision.
  /// Source of the start: Abramowitz, Stegun, "Handbook of mathematical functions", 26.2.23.
  static func quantile(_ p: Double) -> Double {
    guard p > 0 else { return -.infinity }
    guard p < 1 else { return .infinity }
    if p > 0.5 { return -quantile(1 - p) }
    let t = (-2 * log(p)).squareRoot()
    var x =
      (2.515517 + t * (0.802853 + t * 0.010328))
      / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
    for _ in 0..<4 {
      let density = exp(-x * x / 2) / (2 * Double.pi).squareRoot()
      guard density > 0 else { break }
      x -= (cumulative(x) - p) / density
    }
    return x
  }
}
