import Testing

@testable import BenchMath

@Suite(.timeLimit(.minutes(15))) struct GeneratorTests {
  /// The first outputs of the authors' reference implementation for the seed 1234567.
  @Test func sequenceIsThatOfTheReferenceImplementation() {
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func doubleNearestToAWholeNumberIsThatOfTheStandardLibrary() {
    var random = SeededGenerator(seed: 9)
    for edge in [Int128(Int64.max), Int128(Int64.min), 0, .max, .min, 1 << 53 + 1] {
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
