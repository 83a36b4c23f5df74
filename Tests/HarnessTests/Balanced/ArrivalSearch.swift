@testable import Harness

/// Looks for the arrivals on which something is worst: from random ones, by small changes to the
/// worst that were found so far.
struct ArrivalSearch {
  /// Gaps that a rule may be sensitive to; others are drawn around them.
  let gaps: [UInt64]
  let largestCount = 24
  private var generator: SeededGenerator
  private(set) var worst: (badness: Double, arrivals: [UInt64]) = (0, [])

  init(gaps: [UInt64], seed: UInt64) {
    self.gaps = gaps
    generator = SeededGenerator(seed: seed)
  }

  /// Judges so many sets of arrivals: a hundred new starts, each followed by changes that are kept
  /// when they make things worse.
  mutating func run(_ evaluations: Int, badness: ([UInt64]) -> Double) {
    let starts = 100
    for _ in 0..<starts {
      var gaps = (0..<Int.random(in: 1...12, using: &generator)).map { _ in gap() }
      var best = badness(Self.arrivals(gaps))
      for _ in 1..<(evaluations / starts) {
        let changed = change(gaps)
        let found = badness(Self.arrivals(changed))
        if found >= best { (gaps, best) = (changed, found) }
      }
      if best > worst.badness { worst = (best, Self.arrivals(gaps)) }
    }
  }

  private static func arrivals(_ gaps: [UInt64]) -> [UInt64] {
    var time: UInt64 = 0
    return gaps.map { gap in
      time += gap
      return time
    }
  }

  private mutating func gap() -> UInt64 {
    let typical = gaps.randomElement(using: &generator) ?? 0
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return 0
    case 1: return typical
    case 2: return typical + 1
    case 3: return typical / UInt64.random(in: 1...12, using: &generator)
    default: return UInt64.random(in: 0...(2 * typical + 1), using: &generator)
    }
  }

  private mutating func change(_ gaps: [UInt64]) -> [UInt64] {
    var gaps = gaps
    let place = Int.random(in: 0..<gaps.count, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: gaps[place] = gap()
    case 1 where gaps.count < largestCount: gaps.insert(gap(), at: place)
    case 2 where gaps.count > 1: gaps.remove(at: place)
    case 3 where gaps.count * 2 <= largestCount: gaps += gaps
    case 4: gaps[place] += gaps[place] / 16 + 1
    default: gaps[place] -= gaps[place] / 16
    }
    return gaps
  }
}
