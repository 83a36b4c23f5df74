import Testing

@testable import BenchReport

@Suite struct ArrayChunksTests {
  @Test func equalNeighboursStayTogether() {
    let chunks = [1, 1, 2, 3, 3, 3, 1].chunked(by: ==)
    #expect(chunks.map(Array.init) == [[1, 1], [2], [3, 3, 3], [1]])
  }

  @Test func emptyArrayHasNoChunks() {
    #expect([Int]().chunked(by: ==).isEmpty)
  }

  @Test func oneElementIsOneChunk() {
    #expect([4].chunked(by: ==).map(Array.init) == [[4]])
  }
}
