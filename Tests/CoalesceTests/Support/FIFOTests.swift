import BenchLibrarySupport
import Testing

@testable import Coalesce

struct FIFOTests {
  @Test func fifoBehavesLikeAnArray() {
    var random = SeededGenerator(seed: 2)
    var list = FIFO<Int>()
    var model: [Int] = []
    for number in 0..<20_000 {
      // Grows and shrinks in turn, so that both ways of compacting are used.
      let isGrowing = number / 2_000 % 2 == 0
      if Int.random(in: 0..<10, using: &random) < (isGrowing ? 7 : 3) {
        list.append(number)
        model.append(number)
      } else {
        #expect(list.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(list.count == model.count)
      #expect(list.isEmpty == model.isEmpty)
    }
  }

  @Test func capacityIsFreedAfterABurst() {
    var list = FIFO<Int>()
    for number in 0..<10_000 { list.append(number) }
    for _ in 0..<9_900 { _ = list.popFirst() }
    #expect(list.capacity < 1_000)
    while list.popFirst() != nil {}
    #expect(list.capacity <= FIFO<Int>.keptCapacity)
  }

  @Test func popReleasesTheElement() {
    final class Token {}
    var list = FIFO<Token>()
    weak var token: Token?
    do {
      let made = Token()
      token = made
      list.append(made)
      list.append(Token())
    }
    _ = list.popFirst()
    #expect(token == nil)
    #expect(list.count == 1)
  }
}
