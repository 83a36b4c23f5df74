import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

@Suite struct DoubleInt128Tests {
  @Test func nearestIsThatOfTheStandardLibrary() {
    var random = SeededGenerator(seed: 9)
    let edges = [Int128(Int64.max), Int128(Int64.min), 0, .max, .min, 1 << 53 + 1]
    for edge in edges {
      for whole in [edge, edge &+ 1, edge &- 1] {
        #expect(Double(nearest: whole) == Double(whole))
      }
    }
    for _ in 0..<1_000 {
      let bits = Int128(truncatingIfNeeded: random.next()) << 64 | Int128(random.next())
      let whole = bits >> Int128.random(in: 0...127, using: &random)
      #expect(Double(nearest: whole) == Double(whole), "\(whole)")
    }
  }

  /// Everything that rounding to 53 bits can meet: ties, and what lies just beside them, at each
  /// place that the highest bit can have.
  @Test func tiesAndTheirNeighboursAreRoundedAsByTheStandardLibrary() {
    let power: Int128 = 1 << 52
    let kept: [Int128] = [power, power + 1, 2 * power - 2, 2 * power - 1]
    for shift in 0...126 {
      for kept in kept {
        for rest in 0..<4 {
          let bits = 4 * kept + Int128(rest)
          let whole: Int128 = shift < 72 ? bits << shift : bits >> (shift - 72)
          for near in [whole &- 1, whole, whole &+ 1] {
            #expect(Double(nearest: near) == Double(near), "\(near)")
            #expect(Double(nearest: 0 &- near) == Double(0 &- near), "\(near)")
          }
        }
      }
    }
  }
}
