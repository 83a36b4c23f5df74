@testable import BenchMath

/// Searches for the worst arrivals for a policy: starts from random ones and keeps changing the worst found.
struct ArrivalSearch {
  /// Gaps that the policy may be sensitive to; the search draws gaps around them.
  let gaps: [UInt64]
  private let largestLength = 60
  private let largestCount = 40
  private var generator: SeededGenerator
  private(set) var worst: (badness: Double, arrivals: [UInt64]) = (0, [])

  /// Updates that arrive at one instant, and the gap before it.
  private typealias Step = (gap: UInt64, count: Int)

  init(gaps: [UInt64], seed: UInt64) {
    self.gaps = gaps
    generator = SeededGenerator(seed: seed)
  }

  /// Evaluates about `evaluations` sets of arrivals: several random starts, each followed by random changes, kept if
  /// the result is at least as bad.
  mutating func run(_ evaluations: Int, badness: ([UInt64]) -> Double) {
    let starts = max(1, min(200, evaluations / 50))
    for _ in 0..<starts {
      let most = [4, 12, largestLength].randomElement(using: &generator) ?? 4
      let length = Int.random(in: 1...most, using: &generator)
      var steps = (0..<length).map { _ in step() }
      var best = badness(Self.arrivals(steps))
      for _ in 1..<max(2, evaluations / starts) {
        let changed = change(steps)
        let found = badness(Self.arrivals(changed))
        if found >= best { (steps, best) = (changed, found) }
      }
      if best > worst.badness { worst = (best, Self.arrivals(steps)) }
    }
  }

  private static func arrivals(_ steps: [Step]) -> [UInt64] {
    var time: UInt64 = 0
    return steps.flatMap { step in
      time += step.gap
      return Array(repeating: time, count: step.count)
    }
  }

  private mutating func step() -> Step { (gap(), count()) }

  private mutating func count() -> Int {
    let most = [1, 1, 2, 5, 20, largestCount].randomElement(using: &generator) ?? 1
    return Int.random(in: 1...most, using: &generator)
  }

  private mutating func gap() -> UInt64 {
    let typical = gaps.randomElement(using: &generator) ?? 0
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: return 0
    case 1: return typical
    case 2: return typical + 1
    case 3: return typical / UInt64.random(in: 1...12, using: &generator)
    case 4: return typical / UInt64.random(in: 1...4_000, using: &generator)
    default: return UInt64.random(in: 0...(2 * typical + 1), using: &generator)
    }
  }

  private mutating func change(_ steps: [Step]) -> [Step] {
    var steps = steps
    let place = Int.random(in: 0..<steps.count, using: &generator)
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: steps[place].gap = gap()
    case 1 where steps.count < largestLength: steps.insert(step(), at: place)
    case 2 where steps.count > 1: steps.remove(at: place)
    case 3 where steps.count * 2 <= largestLength: steps += steps
    case 4: steps[place].gap += steps[place].gap / 16 + 1
    case 5: steps[place].count = count()
    case 6: steps[place].count = min(largestCount, steps[place].count + steps[place].count / 4 + 1)
    case 7: steps[place].count = max(1, steps[place].count - steps[place].count / 5)
    default: steps[place].gap -= steps[place].gap / 16
    }
    return steps
  }
}
