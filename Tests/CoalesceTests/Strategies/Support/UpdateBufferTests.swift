import Coalesce
import CoalesceTesting
import Testing

@testable import CoalesceStrategies

@Suite struct UpdateBufferTests {
  @Test func updatesComeOutInOrder() {
    let buffer = UpdateBuffer<Int>()
    #expect(buffer.popFirst() == nil)
    #expect(buffer.append(1))
    #expect(!buffer.append(2))
    #expect(buffer.count == 2)
    #expect(buffer.popFirst() == 1)
    #expect(buffer.popFirst() == 2)
    #expect(buffer.append(3))
  }

  @Test func removeAllDropsEverything() {
    let buffer = UpdateBuffer<Int>()
    _ = buffer.append(1)
    buffer.removeAll()
    #expect(buffer.count == 0)
    #expect(buffer.popFirst() == nil)
  }

  /// What is dropped may call out when it ends; under the lock this would hang.
  @Test func removeAllDropsOutsideTheLock() {
    let buffer = UpdateBuffer<LockProbe>()
    let wasOpen = Recorder<Bool>()
    _ = buffer.append(LockProbe { [unowned buffer] in wasOpen.record(buffer.count == 0) })
    buffer.removeAll()
    #expect(wasOpen.all == [true])
  }
}
