import Testing

@testable import BenchMath

@Suite struct LowerHullTests {
  /// Each line is added once, and hidden or passed once at the most; so this makes it O(n).
  @Test(arguments: [1_000, 10_000, 100_000])
  func linesAreMovedNoOftenerThanTheyAreAdded(count: Int) {
    for speed in [0.1, 0.9, 1, 1.1, 10] {
      var random = SeededGenerator(seed: 3)
      var hull = LowerHull(capacity: count)
      var place = 0.0
      for number in 0..<count {
        hull.add(intercept: Double(number) * Double(number) * .random(in: 0.9...1, using: &random))
        place += .random(in: 0...2 * speed, using: &random)
        _ = hull.lowest(at: place)
      }
      let moved = hull.moved
      #expect(moved <= count)
    }
  }

  @Test func lowestIsTheLowestOfAllLines() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      var hull = LowerHull(capacity: 1_000)
      var intercepts: [Double] = []
      var place = 0.0
      for number in 0..<1_000 {
        let curve = Double(number * number) * 0.5
        intercepts.append((curve + .random(in: 0...100, using: &random)).rounded())
        hull.add(intercept: intercepts[number])
        place = (place + .random(in: 0...2, using: &random)).rounded()
        let value = { (number: Int) in intercepts[number] - Double(number) * place }
        let lowest = hull.lowest(at: place)
        #expect(value(lowest) == intercepts.indices.map(value).min())
      }
    }
  }
}
