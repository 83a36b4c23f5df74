import Coalesce
import CoalesceTesting
import BenchLibrarySupport
import Testing

struct StatisticsTests {
  private let time = VirtualScheduler(hop: .microseconds(50))

  @Test func countsMatchTheDeliveries() {
    let list = Coalescer<NewestValue<Int>>(.throttle(for: .milliseconds(10)), on: .scheduler(time))
    {
      [time] _ in
      time.spend(.milliseconds(1))
    }
    time.turnDidEnd = { [time] in time.spend(.microseconds(100)) }
    for step in 0..<100 { time.at(.milliseconds(step)) { list.submit(step) } }
    time.run()
    list.submit(100)
    list.cancelPending()
    let statistics = list.statistics
    #expect(statistics.submissions == 101)
    #expect(statistics.dropped == 1)
    #expect(statistics.deliveries == 11 && statistics.failed == 0)
    #expect(
      statistics.mainTime == .milliseconds(11) + .microseconds(1_100), "layout commits included")
    #expect(
      statistics.longestWait > .milliseconds(8) && statistics.longestWait <= .milliseconds(10.1))
  }

  @Test func deliveryIsCountedAfterItsHandlerReturns() {
    let seen = Recorder<Int>()
    let list = Locked<Coalescer<UpdateCount>?>(nil)
    let made = Coalescer<UpdateCount>(.nextPass, on: .scheduler(time)) { _ in
      seen.record(list.withLock { $0 }?.statistics.deliveries ?? -1)
    }
    list.withLock { $0 = made }
    for _ in 0..<2 {
      made.setNeedsUpdate()
      time.run()
    }
    list.withLock { $0 = nil }
    #expect(seen.all == [0, 1])
    #expect(made.statistics.deliveries == 2)
  }

  /// An update submitted in a pause waits from the pause's end on.
  @Test func pausedTimeDoesNotCountAsWaiting() {
    let list = Coalescer<UpdateCount>(.nextPass, on: .scheduler(time)) { _ in }
    let hold = list.pause()
    list.setNeedsUpdate()
    time.at(.seconds(3)) { hold.end() }
    time.run()
    #expect(list.statistics.longestWait == .microseconds(50))
  }
}
