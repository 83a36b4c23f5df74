import Coalesce
import CoalesceStrategies
import CoalesceTesting
import BenchLibrarySupport
import Testing

struct UpdateCountTests {
  @Test func updateCountsAreClamped() {
    let scheduler = VirtualScheduler()
    let shown = Recorder<Int>()
    let coalescer = Coalescer<UpdateCount>(.balanced(), on: .scheduler(scheduler)) {
      shown.record($0.updateCount)
    }
    #expect(UpdateCount(-3) == UpdateCount(0))
    coalescer.submit(UpdateCount(0))
    scheduler.run()
    #expect(shown.all.isEmpty, "a count of 0 is no update")
    scheduler.at(nanoseconds: 0) { for _ in 0..<3 { coalescer.submit(UpdateCount(.max)) } }
    scheduler.run()
    #expect(shown.all == [1 << (Int.bitWidth / 2 - 1)])
  }
}
