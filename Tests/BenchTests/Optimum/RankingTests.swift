import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

@Suite struct RankingTests {
  @Test(arguments: [1, 2, 5, 8, 13])
  func firstIsTheHighestOfAll(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var ranking = Ranking(count: count)
    var ranks = [Double?](repeating: nil, count: count)
    #expect(ranking.first == nil)
    for _ in 0..<500 {
      let view = Int.random(in: 0..<count, using: &random)
      let rank = Bool.random(using: &random) ? nil : Double.random(in: -10...10, using: &random)
      ranks[view] = rank
      ranking.set(rank, of: view)
      #expect(ranking.first.flatMap { ranks[$0] } == ranks.compactMap(\.self).max())
    }
  }

  @Test func withoutViewsNothingIsFirst() {
    #expect(Ranking(count: 0).first == nil)
  }
}
