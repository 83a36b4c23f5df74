import BenchMath
import Testing

@testable import BenchHarness

@Suite struct RowNumbersTests {
  @Test func answerAsADictionaryDoes() {
    var random = SeededGenerator(seed: 1)
    for capacity in [0, 5, 20] {
      var (numbers, plain) = (RowNumbers(capacity: capacity), [Int: Int]())
      for number in 0..<300 {
        let row = Int.random(in: -2..<12, using: &random)
        let new = number % 3 == 0 ? nil : number
        (numbers[row], plain[row]) = (new, new)
        #expect(numbers[row] == new)
        #expect(numbers.count == plain.count)
        #expect(numbers.all == plain)
      }
    }
  }

  @Test func areEqualWhateverTheirRoom() {
    var (small, large) = (RowNumbers(capacity: 1), RowNumbers(capacity: 9))
    for row in [0, 7] { (small[row], large[row]) = (row, row) }
    #expect(small == large)
    large[7] = 8
    #expect(small != large)
  }
}
