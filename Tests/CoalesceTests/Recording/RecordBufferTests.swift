import Testing

@testable import Coalesce

/// The buffer keeps the newest records, appended by any thread in any order.
struct RecordBufferTests {
  /// A thread may be delayed between reading the clock and appending.
  @Test func recordsAreSortedByTime() {
    var buffer = RecordBuffer(capacity: 8)
    for time: UInt64 in [5, 3, 9, 1, 7] { buffer.append(time) }
    #expect(buffer.times == [1, 3, 5, 7, 9])
    #expect(buffer.csv(since: 3) == "time_ns\n0\n2\n4\n6\n")
    #expect(buffer.dropped == 0)
  }

  @Test(arguments: 1...4)
  func newestRecordsAreKept(_ capacity: Int) {
    var buffer = RecordBuffer(capacity: capacity)
    for time in 1...9 as ClosedRange<UInt64> {
      buffer.append(time)
      let kept = min(Int(time), capacity)
      #expect(buffer.times == Array((time - UInt64(kept) + 1)...time))
      #expect(buffer.dropped == Int(time) - kept)
    }
  }
}
