import BenchMath
import Testing

struct PermutationTestTests {
  private let low = [1.0, 2, 3, 4, 5, 6]
  private let high = [11.0, 12, 13, 14, 15, 16]

  @Test func pOfSeparateSamplesIsTheShareOfLabelingsThatSeparateThem() {
    for (count, labelings) in [(3, 20.0), (4, 70), (6, 924)] {
      let row = Array(low.prefix(count) + high.prefix(count))
      let test = PermutationTest([[row]], first: count)
      #expect(test.p == [2 / labelings])
      #expect(PermutationTest.smallest(count, count) == 2 / labelings)
    }
    // No labeling is the opposite of another.
    #expect(PermutationTest([[low.prefix(2) + high]], first: 2).p == [1.0 / 28])
    #expect(PermutationTest.smallest(2, 6) == 1.0 / 28)
  }

  @Test func pOfPairsIsTheShareOfSignsThatAgree() {
    let test = PermutationTest(pairs: [[[3, 4, 5, 3.5, 4.5, 5.5, 3.2, 4.2, 5.2]]])
    #expect(test.p == [2.0 / 512] && PermutationTest.smallest(pairs: 9) == 2.0 / 512)
    let around = PermutationTest(pairs: [[[-2, 2, -1, 1, -3, 3, -0.5, 0.5]]])
    #expect(around.p == [1])
  }

  @Test func equalValuesAreNoDifference() {
    let test = PermutationTest([[Array(repeating: 7, count: 12)]], first: 6)
    #expect(test.p == [1])
  }

  /// The second figure differs in two of three blocks; beside the first it is still less probable to stand out.
  @Test func pHoldsForAllFiguresTogether() {
    let clear = low + high
    let vague = [1.0, 2, 3, 9, 5, 6, 4, 7, 8, 10, 2.5, 11]
    let alone = PermutationTest([[vague]], first: 6).p[0]
    let both = PermutationTest([[clear], [vague]], first: 6).p
    #expect(both[0] == 2.0 / 924)
    #expect(both[1] >= alone && alone < 1)
  }

  /// Rows of one figure are added up, so that a small change of all of them is found.
  @Test func rowsOfAFigureAreTestedTogether() {
    let noise = [0.3, -0.2, 0.1, -0.4, 0.25, -0.1, 0.2, -0.3, 0.35, -0.15, 0.05, -0.2]
    let rows = (0..<5).map { turn in
      noise.indices.map { noise[($0 * 5 + turn * 7) % 12] + ($0 < 6 ? 0 : 0.4) }
    }
    let together = PermutationTest([rows], first: 6).p[0]
    #expect(together <= PermutationTest(rows.map { [$0] }, first: 6).p.min() ?? 0)
    #expect(together < 0.005)
  }

  @Test func missingValuesAreSkipped() {
    let row = [1, 2, .nan, 4, 5, 6, 11, 12, 13, .nan, 15, 16]
    #expect(PermutationTest([[row]], first: 6).p[0] < 0.02)
    let empty = PermutationTest([[Array(repeating: .nan, count: 12)]], first: 6)
    #expect(empty.p == [1])
  }

  @Test func manyBlocksAreLabeledAtRandomTheSameEachTime() {
    let row = (0..<40).map { Double($0 % 7) + ($0 < 20 ? 0 : 3) }
    let tests = (0..<2).map { _ in PermutationTest([[row]], first: 20) }
    #expect(tests[0].p == tests[1].p && tests[0].p[0] < 0.001 && tests[0].p[0] >= 1e-4)
  }
}
