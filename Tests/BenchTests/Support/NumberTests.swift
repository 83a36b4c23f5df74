import Foundation
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct DoubleInt128Tests {
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

@Suite(.timeLimit(.minutes(15))) struct DoubleReadableTests {
  @Test(arguments: [
    (5.92e6, 0.4e6, 6e6), (13.0e6, 0.5e6, 13e6), (137e6, 6e6, 140e6), (0.0613, 0.002, 0.06),
    (12.34, 0.01, 12.34), (1, 0, 1), (7, 0.5, 7), (1_000_000, 1, 1_000_000),
  ])
  func fewestDigitsWithinTheToleranceAreKept(value: Double, tolerance: Double, expected: Double) {
    #expect(value.readable(within: tolerance) == expected)
  }

  @Test func neverFurtherOffThanTheTolerance() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<10_000 {
      let value = pow(10, Double.random(in: -6...15, using: &generator))
      let tolerance = value * Double.random(in: 0...0.2, using: &generator)
      #expect(abs(value.readable(within: tolerance) - value) <= tolerance)
    }
  }
}

@Suite(.timeLimit(.minutes(15))) struct SeededGeneratorTests {
  /// The first outputs of the authors' reference implementation for the seed 1234567.
  @Test func sequenceIsThatOfTheReferenceImplementation() {
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func unitNumbersLieFromZeroToBelowOneAndSpread() {
    var generator = SeededGenerator(seed: 1)
    let numbers = (0..<10_000).map { _ in generator.nextUnit() }
    #expect(numbers.allSatisfy { $0 >= 0 && $0 < 1 })
    let mean = numbers.reduce(0, +) / 10_000
    #expect(abs(mean - 0.5) < 5 * 0.0029)
  }
}

@Suite(.timeLimit(.minutes(15))) struct ArrayChunksTests {
  @Test func equalNeighboursStayTogether() {
    let chunks = [1, 1, 2, 3, 3, 3, 1].chunked(by: ==)
    #expect(chunks.map(Array.init) == [[1, 1], [2], [3, 3, 3], [1]])
  }

  @Test func emptyArrayHasNoChunks() {
    #expect([Int]().chunked(by: ==).isEmpty)
  }

  @Test func oneElementIsOneChunk() {
    #expect([4].chunked(by: ==).map(Array.init) == [[4]])
  }
}
