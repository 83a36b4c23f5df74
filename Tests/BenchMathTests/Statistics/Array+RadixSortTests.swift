import Testing

@testable import BenchMath

struct ArrayRadixSortTests {
  @Test(arguments: [0, 1, 4_096, 4_097, 10_000], [1, 1 << 11, 1 << 27, UInt64.max])
  func resultEqualsThatOfTheStandardLibrary(count: Int, largest: UInt64) {
    var generator = SeededGenerator(seed: 1)
    var values = (0..<count).map { _ in UInt64.random(in: 0...largest, using: &generator) }
    let expected = values.sorted()
    values.radixSort()
    #expect(values == expected)
  }
}
