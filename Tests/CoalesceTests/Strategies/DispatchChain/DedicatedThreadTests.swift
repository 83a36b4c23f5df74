import Coalesce
import CoalesceTesting
import Dispatch
import Foundation
import CoalesceStrategies
import Testing

@Suite(.timeLimit(.minutes(15))) struct DedicatedThreadTests {
  @Test func allRunsOnOneThreadInOrder() throws {
    let thread = DedicatedThread(label: "thread")
    let log = Recorder<Int>()
    let threads = Recorder<String>()
    let done = DispatchSemaphore(value: 0)
    for number in 0..<500 {
      try DispatchSteps(.async(on: thread)) {
        log.record(number)
        threads.record("\(pthread_self())")
      }.then(.async(on: thread)) {
        threads.record("\(pthread_self())")
        if number == 499 { done.signal() }
      }.start()
    }
    #expect(done.arrives())
    #expect(log.all == Array(0..<500))
    #expect(Set(threads.all).count == 1)
    #expect(threads.count == 1_000)
  }

  @Test func droppedThreadRunsWhatItHasAndEnds() throws {
    let log = Recorder<Int>()
    let ended = DispatchSemaphore(value: 0)
    var thread: DedicatedThread? = DedicatedThread(label: "thread")
    weak let freed = thread
    if let thread {
      for number in 0..<20 {
        try DispatchMethod.async(on: thread).perform {
          log.record(number)
          if number == 19 { ended.signal() }
        }
      }
    }
    thread = nil
    #expect(ended.arrives())
    #expect(log.all == Array(0..<20))
    // Its last work has ended, and holds it for a moment yet.
    for _ in 0..<10_000_000 where freed != nil { sched_yield() }
    #expect(freed == nil)
  }

  /// What the block that keeps the thread holds is freed with it.
  @Test func endedThreadKeepsNothing() throws {
    let freed = DispatchSemaphore(value: 0)
    do {
      let probe = LockProbe { freed.signal() }
      try DispatchMethod.async(on: DedicatedThread(label: "thread"))
        .perform { withExtendedLifetime(probe) {} }
    }
    #expect(freed.arrives())
  }
}
