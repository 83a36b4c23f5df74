import Testing

@testable import Coalesce

/// The newest records, whoever appended them in whatever order.
struct RecordBufferTests {
  private func times(_ buffer: RecordBuffer) -> [UInt64] { buffer.records.map(\.nanoseconds) }

  /// A thread may be held up between its clock and the buffer.
  @Test func recordsComeInTheOrderOfTheirTimes() {
    let buffer = RecordBuffer(capacity: 8)
    for time: UInt64 in [5, 3, 9, 1, 7] { buffer.append(.init(nanoseconds: time)) }
    #expect(times(buffer) == [1, 3, 5, 7, 9])
    #expect(buffer.csv(since: 3) == "time_ns\n0\n2\n4\n6\n")
    #expect(buffer.dropped == 0)
  }

  @Test(arguments: 1...4)
  func newestAreKept(_ capacity: Int) {
    let buffer = RecordBuffer(capacity: capacity)
    for time in 1...9 as ClosedRange<UInt64> {
      buffer.append(.init(nanoseconds: time))
      let kept = min(Int(time), capacity)
      #expect(times(buffer) == Array((time - UInt64(kept) + 1)...time))
      #expect(buffer.dropped == Int(time) - kept)
    }
  }

  /// Its number is taken already, so the slot holds what came a round later.
  @Test func recordThatComesAfterANewerOneOfItsSlotIsGivenUp() {
    let buffer = RecordBuffer(capacity: 2)
    buffer.append(.init(nanoseconds: 1))
    // As if number 3, in the same slot, had been quicker than number 1.
    (buffer.slots + 1).pointee.stamp.store(4, ordering: .relaxed)
    buffer.append(.init(nanoseconds: 2))
    #expect((buffer.slots + 1).pointee.stamp.load(ordering: .relaxed) == 4)
    #expect(times(buffer) == [1])
    #expect(buffer.dropped == 1)
  }

  /// Another thread writes it at this moment.
  @Test func slotThatIsTakenIsLeftAlone() {
    let buffer = RecordBuffer(capacity: 1)
    buffer.slots.pointee.stamp.store(RecordBuffer.taken, ordering: .relaxed)
    buffer.append(.init(nanoseconds: 1))
    #expect(buffer.slots.pointee.stamp.load(ordering: .relaxed) == RecordBuffer.taken)
    #expect(buffer.records.isEmpty)
  }

  @Test func rowAndKindAreKept() {
    let buffer = RecordBuffer(capacity: 3)
    buffer.append(.init(nanoseconds: 4, row: 0, kind: .insert))
    buffer.append(.init(nanoseconds: 2, row: 70_000, kind: .delete))
    #expect(buffer.csv(since: 2) == "time_ns,row,kind\n0,70000,delete\n2,0,insert\n")
    buffer.append(.init(nanoseconds: 3))
    #expect(buffer.csv(since: 2) == "time_ns\n0\n1\n2\n")
  }
}
