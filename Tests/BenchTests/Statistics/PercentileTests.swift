import Testing

@testable import BenchReport
@testable import BenchMath

@Suite struct PercentileTests {
  @Test(arguments: [(0.5, 20), (0.9, 100), (0.99, 1_000), (0.999, 10_000)])
  func percentileNeedsTenValuesBeyondIt(share: Double, needed: Int) {
    let values = Array(1...needed)
    #expect(percentile(share, ofSorted: values) != nil)
    #expect(percentile(share, ofSorted: Array(values.dropLast())) == nil)
  }

  @Test(arguments: [(0.5, 1, 2), (0.9, 9, 10), (0.99, 99, 100)])
  func percentileIsTheNearestRank(share: Double, numerator: Int, denominator: Int) {
    var values = Array(1...999)
    for count in 1_000...1_500 {
      values.append(count)
      let rank = (count * numerator + denominator - 1) / denominator
      #expect(percentile(share, ofSorted: values) == rank)
    }
  }

  @Test func wholeIsTheLargestValueHoweverFewThereAre() {
    #expect(percentile(1, ofSorted: [3]) == 3)
    #expect(percentile(1, ofSorted: [3, 5, 9]) == 9)
  }

  @Test func smallestShareIsTheSmallestValue() {
    #expect(percentile(0, ofSorted: Array(1...10)) == 1)
  }

  @Test func noValuesHaveNoPercentile() {
    #expect(percentile(0.5, ofSorted: [Int]()) == nil)
    #expect(percentile(1, ofSorted: [Int]()) == nil)
  }

  @Test func equalValuesAreTheirOwnPercentile() {
    #expect(percentile(0.5, ofSorted: Array(repeating: 4, count: 20)) == 4)
  }
}
