import BenchMath
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct KneedleTests {
  private func knee(_ points: [(Double, Double)]) -> Int? {
    Kneedle.knee(places: points.map(\.0), heights: points.map(\.1))
  }

  @Test func cornerIsTheKnee() {
    #expect(knee([(0, 10), (1, 1), (10, 0)]) == 1)
    #expect(knee([(0, 100), (1, 50), (2, 5), (3, 4), (4, 3), (5, 2)]) == 2)
  }

  /// y = 1/x from 1/10 to 10 is its own mirror image, so it bends most at 1.
  @Test func kneeOfAHyperbolaIsItsMiddle() throws {
    let places = (0...40).map { pow(10, Double($0) / 20 - 1) }
    let position = try #require(
      Kneedle.knee(places: places, heights: places.map { 1 / $0 }))
    #expect(abs(places[position] - 1) < 1e-9)
  }

  @Test func scaleOfTheAxesDoesNotMatter() {
    let points: [(Double, Double)] = [(0, 10), (1, 4), (2, 1), (5, 0.5), (10, 0)]
    let scaled = points.map { (3 + $0.0 * 1e-6, $0.1 * 1e9 - 7) }
    #expect(knee(points) != nil)
    #expect(knee(points) == knee(scaled))
  }

  @Test func straightLineHasNoKnee() {
    #expect(knee((0...10).map { (Double($0), 10 - Double($0)) }) == nil)
  }

  @Test func curveThatBulgesOutwardsHasNoKnee() {
    #expect(knee((0...10).map { (Double($0), 100 - Double($0 * $0)) }) == nil)
  }

  @Test func bendWithinTheDistanceOfTwoPointsIsNone() {
    #expect(knee([(0, 1), (0.45, 0.45), (1, 0)]) == nil)
  }

  @Test func highestOfSeveralKneesIsTaken() {
    let steps: [(Double, Double)] = [
      (0, 1), (0.02, 0.7), (0.3, 0.69), (0.32, 0.1), (0.7, 0.08), (0.72, 0.01), (1, 0),
    ]
    #expect(knee(steps) == 3)
  }

  @Test(
    arguments: [
      ([], []), ([1], [1]), ([1, 2], [2, 1]), ([1, 1, 1], [3, 2, 1]), ([1, 2, 3], [1, 1, 1]),
      ([1, 2, 3], [1, 2, 3]), ([1, 2, 3, 4], [1, 2.8, 2.9, 3]),
    ] as [([Double], [Double])])
  func whatDoesNotFallOverThreePointsHasNone(places: [Double], heights: [Double]) {
    #expect(Kneedle.knee(places: places, heights: heights) == nil)
  }
}
