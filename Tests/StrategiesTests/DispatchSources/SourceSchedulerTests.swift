import Coalesce
import Dispatch
import BenchLibrarySupport
import Testing

struct SourceSchedulerTests {
  private let main = RealMain()

  @Test func heldQueueRunsNothingBeforeItIsReleased() {
    let queue = main.scheduler.makeQueue(label: "test")
    let log = Recorder<String>()
    let held = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let hold = Locked<(@Sendable () -> Void)?>(nil)
    queue.async { release in
      hold.withLock { $0 = release }
      held.signal()
    }
    queue.async { release in
      log.record("second")
      release()
      done.signal()
    }
    #expect(held.arrives())
    log.record("released")
    hold.withLock { $0 }?()
    #expect(done.arrives())
    #expect(log.all == ["released", "second"])
  }

  @Test func unusedTimersSignalsAndQueuesCanBeDropped() {
    for _ in 0..<100 {
      _ = main.scheduler.makeTimer()
      _ = main.scheduler.makeSignal(.add)
      _ = main.scheduler.makeQueue(label: "test")
      let signal = main.scheduler.makeSignal(.add)
      signal.send()
      main.scheduler.makeTimer().schedule(deadlineNanoseconds: 0)
    }
    main.settle()
  }
}
