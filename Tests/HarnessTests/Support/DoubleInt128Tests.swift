import Testing

@testable import Harness

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
}
