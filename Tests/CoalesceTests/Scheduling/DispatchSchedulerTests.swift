import Coalesce
import Dispatch
import Foundation
import BenchLibrarySupport
import Testing

struct DispatchSchedulerTests {
  /// An app's own loop, such as a toolkit's, may not serve the main queue.
  @Test func unservedMainQueueIsReported() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      DispatchQueue.main.async { Thread.sleep(forTimeInterval: 3) }
      let reload = Coalescer<UpdateCount>()
      reload.onDelivery {}
      reload.setNeedsUpdate()
      try? await Task.sleep(for: .seconds(2))
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("the main queue has run nothing for a second"), "\(said)")
  }

  private let main = RealMain()

  @Test func onlyTheSchedulersOwnQueueCountsAsMain() {
    let other = RealMain()
    #expect(!main.scheduler.isMain)
    #expect(main.queue.sync { main.scheduler.isMain })
    #expect(!main.queue.sync { other.scheduler.isMain })
    #expect(!other.queue.sync { main.scheduler.isMain })
  }

  @Test func timerFiresOnMainAndNotBeforeItsDeadline() {
    let scheduler = main.scheduler
    let fired = DispatchSemaphore(value: 0)
    let times = Recorder<UInt64>()
    let timer = scheduler.makeTimer()
    timer.setHandler {
      #expect(scheduler.isMain)
      times.record(scheduler.nowNanoseconds)
      fired.signal()
    }
    let deadline = scheduler.nowNanoseconds + 2_000_000
    timer.schedule(deadlineNanoseconds: deadline)
    #expect(fired.arrives())
    #expect(times.all.allSatisfy { $0 >= deadline })
    timer.schedule(deadlineNanoseconds: 0)
    #expect(fired.arrives())
  }

  @Test func newDeadlineReplacesALaterOne() {
    let scheduler = main.scheduler
    let fired = DispatchSemaphore(value: 0)
    let timer = scheduler.makeTimer()
    timer.setHandler { fired.signal() }
    timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + 3_600_000_000_000)
    timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + 1_000_000)
    #expect(fired.arrives())
  }

  @Test func mainThreadCountsAsMainInsideSyncOfAnotherQueue() {
    let list = Coalescer<UpdateCount>(.throttle()) { _ in }
    DispatchQueue(label: "store").sync {
      #expect(DispatchScheduler.main.isMain == Thread.isMainThread)
      if Thread.isMainThread { list.flush() }
    }
  }
}
