import BenchLibrarySupport
import Testing

@testable import CoalesceTesting

struct TimeHeapTests {
  @Test func earliestEventComesFirstAndEqualTimesKeepOrder() {
    var random = SeededGenerator(seed: 1)
    var heap = TimeHeap<() -> Void>()
    var popped: [Int] = []
    let times = (0..<1_000).map { _ in UInt64.random(in: 0..<50, using: &random) }
    for (number, time) in times.enumerated() {
      heap.add(at: time) { popped.append(number) }
    }
    while let next = heap.nextTime, let event = heap.popFirst() {
      #expect(event.time == next)
      event.element()
    }
    #expect(popped == times.indices.sorted { (times[$0], $0) < (times[$1], $1) })
  }
}
