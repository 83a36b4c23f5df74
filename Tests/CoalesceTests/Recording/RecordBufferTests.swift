import Testing

@testable import Coalesce

/// The buffer keeps the newest records, appended by any thread in any order.
struct RecordBufferTests {
  @Test(arguments: [3, 4, 5, 8])
  func newestRecordIsChangedFirst(capacity: Int) {
    var buffer = RecordBuffer<UInt64>(capacity: capacity)
    for time: UInt64 in 1...5 { buffer.append(time) }
    var seen: [UInt64] = []
    buffer.changeNewest {
      seen.append($0)
      return $0 == 4
    } by: {
      $0 = 40
    }
    #expect(seen == [5, 4])
    #expect(buffer.sorted == [1, 2, 3, 5, 40].suffix(capacity))
  }
}
