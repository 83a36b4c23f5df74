import Coalesce
import CoalesceTesting
import Testing

@testable import CoalesceStrategies

@Suite struct LongestIncreaseTests {
  @Test(
    arguments: [
      ([], []), ([5], [true]), ([nil], [false]), ([1, 2, 3], [true, true, true]),
      ([3, 2, 1], [false, false, true]), ([nil, 4, nil, 6], [false, true, false, true]),
      ([9, 1, nil, 2, 8, 3], [false, true, false, true, false, true]),
    ] as [([Int?], [Bool])])
  func examples(_ numbers: [Int?], _ expected: [Bool]) {
    #expect(numbers.isInLongestIncrease == expected)
  }

  /// Against the plain quadratic way.
  @Test func longestOfRandomNumbersIsFound() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let numbers = (0..<Int.random(in: 0...14, using: &random)).shuffled(using: &random).map {
        $0 % 5 == 0 ? nil : $0
      }
      let found = zip(numbers, numbers.isInLongestIncrease).filter(\.1).map(\.0)
      let increase = found.compactMap { $0 }
      #expect(increase.count == found.count)
      #expect(increase == increase.sorted())
      #expect(increase.count == longest(numbers.compactMap { $0 }))
    }
  }

  private func longest(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for number in numbers {
      let before = zip(numbers, lengths).filter { $0.0 < number }.map(\.1)
      lengths.append((before.max() ?? 0) + 1)
    }
    return lengths.max() ?? 0
  }
}
