import CoalesceTesting
import Testing

@testable import Coalesce

@Suite struct TimeHeapTests {
  @Test func emptyHeapHasNoEvent() {
    var heap = TimeHeap<() -> Void>()
    #expect(heap.nextTime == nil)
    #expect(heap.popFirst() == nil)
    #expect(heap.count == 0)
  }

  @Test func earliestComesFirstAndEqualTimesInTheOrderOfAdding() {
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

  @Test func eventsAddedBetweenPopsFindTheirPlace() {
    var heap = TimeHeap<() -> Void>()
    var log: [String] = []
    heap.add(at: 5) { log.append("5") }
    heap.add(at: 1) { log.append("1") }
    heap.popFirst()?.element()
    heap.add(at: 3) { log.append("3") }
    while let event = heap.popFirst() { event.element() }
    #expect(log == ["1", "3", "5"])
  }
}
