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
}
