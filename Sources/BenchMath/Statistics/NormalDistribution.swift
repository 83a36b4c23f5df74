import Foundation

package enum NormalDistribution {
  static func cumulative(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }

  /// The inverse of ``cumulative(_:)``, which is convex below 0: Newton's steps descend until rounding stops them.
  package static func quantile(_ p: Double) -> Double {
    guard p > 0 else { return -.infinity }
    guard p < 1 else { return .infinity }
    if p > 0.5 { return -quantile(1 - p) }
    var (x, next) = (1.0, 0.0)
    while next < x {
      x = next
      next -= (cumulative(x) - p) * (2 * Double.pi).squareRoot() * exp(x * x / 2)
    }
    return x
  }
}
