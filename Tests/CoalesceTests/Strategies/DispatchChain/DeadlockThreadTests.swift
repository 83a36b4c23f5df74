import Coalesce
import CoalesceTesting
import Dispatch
import CoalesceStrategies
import Testing

/// What is only known while chains run: waits of nested calls and of other runs.
@Suite struct DeadlockThreadTests {
  private let serial = SerialQueue(label: "serial")
  private let main = SerialQueue(label: "main")
  private let third = SerialQueue(label: "third")
  private let log = Recorder<String>()

  /// The caller is on main, for which serial waits: serial → main → serial in nested calls.
  @Test func nestedSyncBackToTheFirstQueueIsRefused() throws {
    try DispatchMethod.sync(on: serial).perform { [serial, main, log] in
      _ = try? DispatchMethod.sync(on: main).perform {
        #expect(throws: StrategyError.deadlock(queues: ["main", "serial", "main"])) {
          try DispatchMethod.sync(on: serial).perform { log.record("step") }
        }
      }
    }
    #expect(log.all.isEmpty)
  }

  /// Each holds its queue and wants the other's: one is refused, and so the other ends.
  @Test(arguments: 0..<50)
  func runsThatWaitForEachOtherNeverHang(_ round: Int) throws {
    let entered = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    for (own, wanted) in [(serial, main), (main, serial)] {
      try DispatchSteps(.async(on: own.queue)) {
        entered.signal()
        mayGoOn.wait()
      }.then(.sync(on: wanted)) { [log] in
        log.record("ran")
        ended.signal()
      }.start { [log] error in
        guard case .deadlock(let queues) = error else { return }
        log.record("refused")
        #expect(queues.first == queues.last && queues.count == 3)
        ended.signal()
      }
    }
    #expect(entered.arrives() && entered.arrives())
    for _ in 0..<2 { mayGoOn.signal() }
    #expect(ended.arrives() && ended.arrives())
    #expect(log.all.sorted() == ["ran", "refused"])
  }

  /// Eight threads, three queues, any order: all runs end, and no two are on one queue at once.
  @Test func anyChainsOfEightThreadsEnd() {
    let queues = [serial, main, third]
    let inside = queues.map { _ in Locked(0) }
    let overlaps = Locked(0)
    let (finished, refused) = (Locked(0), Locked(0))
    produce(threads: 8, each: 100) { thread, index in
      var random = SeededGenerator(seed: UInt64(thread * 1_000 + index))
      let ended = DispatchSemaphore(value: 0)
      var steps = DispatchSteps(.inline) {}
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let place = Int.random(in: 0..<3, using: &random)
        let isSync = Int.random(in: 0..<3, using: &random) > 0
        let method: DispatchMethod =
          isSync ? .sync(on: queues[place]) : .async(on: queues[place].queue)
        steps = steps.then(method) {
          inside[place].withLock { $0 += 1 }
          if inside[place].withLock({ $0 }) != 1 { overlaps.withLock { $0 += 1 } }
          inside[place].withLock { $0 -= 1 }
        }
      }
      steps = steps.then(.inline) {
        finished.withLock { $0 += 1 }
        ended.signal()
      }
      do {
        try steps.start { _ in
          refused.withLock { $0 += 1 }
          ended.signal()
        }
      } catch {
        refused.withLock { $0 += 1 }
        return
      }
      if !ended.arrives() { Issue.record("A run hangs.") }
    }
    #expect(overlaps.withLock { $0 } == 0)
    #expect(finished.withLock { $0 } + refused.withLock { $0 } == 800)
    #expect(finished.withLock { $0 } > 100 && refused.withLock { $0 } > 10)
  }
}
