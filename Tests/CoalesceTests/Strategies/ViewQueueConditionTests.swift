import Coalesce
import CoalesceTesting
import Dispatch
import CoalesceStrategies
import Testing

/// What a condition may do to its own `ViewQueue`, and dropping one that waits.
@Suite(.timeLimit(.minutes(15))) struct ViewQueueConditionTests {
  private typealias Queue = ViewQueue<OrderedUpdates<Int>>

  /// A stage that calls `misuse` whenever the first update's condition is looked at; it is true from
  /// the third look on.
  private func stage(_ misuse: @escaping @Sendable (Stage) -> Void) throws -> Stage {
    let stage = Stage(hop: .zero) {
      ViewQueue(every: .milliseconds(2), scheduler: $0, deliver: $1)
    }
    let queue = try #require(stage.strategy as? Queue)
    let looks = Locked(0)
    stage.at(.zero, .background) { [weak queue] in
      queue?.submit(OrderedUpdates([1])) {
        misuse(stage)
        return looks.withLock { looks in
          looks += 1
          return looks > 2
        }
      }
      stage.submit(2)
    }
    return stage
  }

  @Test func flushInsideAConditionDeliversNothing() throws {
    let stage = try stage { stage in
      stage.strategy?.flush()
      #expect(stage.shown.isEmpty)
    }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.deliveries.first?.start == .milliseconds(4))
  }

  @Test func submissionsInsideAConditionAreDelivered() throws {
    let stage = try stage { $0.submit(3) }
    stage.run()
    #expect(stage.shown == [1, 2, 3, 3, 3])
  }

  @Test func cancelInsideAConditionEndsTheWaiting() throws {
    let stage = try stage { $0.strategy?.cancel() }
    stage.run()
    #expect(stage.shown.isEmpty)
    #expect(stage.now == .zero)
    #expect(stage.pendingCount == 0)
  }

  @Test func dropInsideAConditionEndsTheWaiting() throws {
    let stage = try stage { $0.drop() }
    weak let queue: AnyObject? = stage.strategy
    stage.run()
    #expect(stage.shown.count <= 1)
    #expect(queue == nil)
  }

  @Test func queueDroppedWhileItWaitsIsFreedAndItsConditionNoLongerLookedAt() throws {
    let looks = Recorder<Duration>()
    let stage = try stage { looks.record($0.now) }
    weak let queue: AnyObject? = stage.strategy
    stage.at(.milliseconds(3), .background) {
      stage.drop()
      #expect(queue == nil)
    }
    stage.run()
    #expect(looks.all == [.zero, .milliseconds(2)])
  }

  /// A suspended queue that is released traps.
  @Test func realQueuesDroppedWhileTheyWaitAreReleased() {
    let main = RealMain()
    let asked = DispatchSemaphore(value: 0)
    for _ in 0..<100 {
      var queue: ViewQueue<UpdateCount>? = ViewQueue(
        waitUntil: {
          asked.signal()
          return false
        }, scheduler: main.scheduler
      ) { _ in }
      for _ in 0..<3 { queue?.submit(.one) }
      #expect(asked.arrives())
      weak let dropped = queue
      queue = nil
      main.settle()
      #expect(dropped == nil)
    }
  }

  @Test func realQueueGoesOnWhenItsConditionHasBecomeTrue() {
    let main = RealMain()
    let isOpen = Locked(false)
    let done = DispatchSemaphore(value: 0)
    let shown = Recorder<Int>()
    let queue = ViewQueue<NewestValue<Int>>(
      waitUntil: { isOpen.withLock { $0 } }, every: .milliseconds(1), scheduler: main.scheduler
    ) { update in
      shown.record(update.value)
      if update.value == 99 { done.signal() }
    }
    for number in 0..<100 { queue.submit(NewestValue(number)) }
    main.settle()
    #expect(shown.count == 0)
    isOpen.withLock { $0 = true }
    #expect(done.arrives())
    #expect(shown.all == Array(0..<100))
  }

  /// Turns, looks, delays, flushes and cancels of eight threads at once; the sanitizers read along.
  @Test(arguments: 0..<5)
  func settingsOfEightThreadsLoseNothing(_ round: Int) {
    let main = RealMain()
    let asked = Locked(0)
    let shown = Locked(0)
    let done = DispatchSemaphore(value: 0)
    let queue = ViewQueue<UpdateCount>(every: .milliseconds(1), scheduler: main.scheduler) { _ in
      let count = shown.withLock { shown in
        shown += 1
        return shown
      }
      if count == 4_000 { done.signal() }
    }
    let condition: @Sendable () -> Bool = {
      asked.withLock { asked in
        asked += 1
        return !asked.isMultiple(of: 50)
      }
    }
    produce(threads: 8, each: 500) { producer, index in
      let delay = Duration.microseconds(index % 5 * 100)
      queue.submit(.one, delay: delay, waitUntil: producer.isMultiple(of: 2) ? condition : nil)
      if index.isMultiple(of: 100) { main.queue.async { queue.flush() } }
    }
    #expect(done.arrives())
    main.settle()
    #expect(queue.pendingCount == 0)
    #expect(shown.withLock { $0 } == 4_000)
  }

  /// A flush has another look posted, in a pass to which the queue has given no turn yet.
  @Test func conditionIsLookedAtInATurnOnly() {
    let time = VirtualScheduler()
    let looks = Recorder<Duration>()
    let queue = Locked<Queue?>(nil)
    let made = Queue(scheduler: time) { _ in
      queue.withLock { $0 }?.submit(OrderedUpdates([2])) {
        looks.record(time.now)
        return false
      }
    }
    queue.withLock { $0 = made }
    made.submit(OrderedUpdates([1]), delay: .seconds(3))
    time.onMain(at: .zero) { made.flush() }
    time.run(until: .milliseconds(5))
    #expect(looks.count == 1)
    made.cancel()
  }
}
