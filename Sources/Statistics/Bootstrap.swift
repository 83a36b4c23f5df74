import Foundation

/// Resampling with replacement, seeded, so that the same values give the same answer everywhere.
///
/// Source: Efron, Tibshirani, "An introduction to the bootstrap", 1993, chapters 6 and 14.
enum Bootstrap {
  /// A statistic of `resamples` samples of `size` values each; ascending, without those that have
  /// no such statistic.
  static func replicates(
    of values: [Double], size: Int, resamples: Int, seed: UInt64,
    statistic: ([Double]) -> Double?
  ) -> [Double] {
    guard !values.isEmpty else { return [] }
    var generator = SeededGenerator(seed: seed)
    return (0..<resamples).compactMap { _ in
      statistic((0..<size).map { _ in values[Int.random(in: 0..<values.count, using: &generator)] })
    }.sorted()
  }

  /// The bias-corrected and accelerated (BCa) interval of a statistic of `values`; nil where the
  /// statistic or its resamples are not defined.
  static func interval(
    of values: [Double], confidence: Double = 0.95, resamples: Int = 2_000, seed: UInt64 = 1,
    statistic: ([Double]) -> Double?
  ) -> (low: Double, high: Double)? {
    let replicates = replicates(
      of: values, size: values.count, resamples: resamples, seed: seed, statistic: statistic)
    guard let estimate = statistic(values), let first = replicates.first,
      let last = replicates.last
    else { return nil }
    guard first < last else { return (first, last) }
    let below = replicates.count { $0 < estimate }
    let upTo = replicates.count { $0 <= estimate }
    let bias = NormalDistribution.quantile(Double(below + upTo) / Double(2 * replicates.count))
    let acceleration = acceleration(of: values, statistic)
    func bound(_ share: Double) -> Double {
      let z = bias + NormalDistribution.quantile(share)
      let corrected = NormalDistribution.cumulative(bias + z / (1 - acceleration * z))
      return interpolated(corrected.isNaN ? share : corrected, replicates)
    }
    let tail = (1 - confidence) / 2
    return (bound(tail), bound(1 - tail))
  }

  /// From the skewness of the statistic with each value left out once.
  private static func acceleration(
    of values: [Double], _ statistic: ([Double]) -> Double?
  ) -> Double {
    let without = values.indices.compactMap { left in
      statistic(values.indices.filter { $0 != left }.map { values[$0] })
    }
    let mean = without.reduce(0, +) / Double(max(1, without.count))
    let squares = without.reduce(0) { $0 + pow(mean - $1, 2) }
    let cubes = without.reduce(0) { $0 + pow(mean - $1, 3) }
    return squares > 0 ? cubes / (6 * pow(squares, 1.5)) : 0
  }

  private static func interpolated(_ share: Double, _ sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let below = min(max(0, Int(place)), sorted.count - 1)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }
}

/// SplitMix64: a small, fast, seeded source of random numbers, the same on every machine.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameter seed: any number; equal seeds give equal sequences.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in [0, 1).
  public mutating func nextUnit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
