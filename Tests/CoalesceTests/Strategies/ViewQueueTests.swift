import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// The rule of `ViewQueue`, with hops of 1 ms.
@Suite(.timeLimit(.minutes(15))) struct ViewQueueTests {
  private let stage = Stage(.viewQueue, hop: .milliseconds(1))

  @Test(arguments: Origin.allCases)
  func eachUpdateIsOneDeliveryInOrder(_ origin: Origin) {
    stage.at(.zero, origin) { [stage] in
      for number in 0..<50 { stage.submit(number) }
      #expect(stage.deliveries.isEmpty)
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == (0..<50).map { [$0] })
  }

  @Test func queueIsHeldUntilTheDeliveryHasRunOnMain() {
    stage.cost = .milliseconds(10)
    stage.at(.zero, .background) { [stage] in stage.submit(1, 2) }
    stage.run()
    // A hop to the queue, one to main, the delivery; only then the next turn begins with its hop.
    // Main is idle in that instant, and woken with a hop again.
    #expect(stage.deliveries.map(\.start) == [.milliseconds(2), .milliseconds(14)])
  }

  @Test func mainIsNeverPostedMoreThanOneTurnAtATime() {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let posted = Recorder<Int>()
    let strategy = ViewQueue<UpdateCount>(scheduler: double) { _ in
      posted.record(double.postCount)
    }
    for _ in 0..<10 { strategy.setNeedsUpdate() }
    scheduler.run()
    #expect(posted.all == Array(1...10))
  }

  @Test func flushOvertakesTheQueueAndLeavesNothingBehind() {
    stage.at(.zero, .main) { [stage] in
      stage.submit(1, 2, 3)
      stage.strategy?.flush()
      #expect(stage.shown == [1, 2, 3])
      stage.submit(4)
    }
    stage.run()
    #expect(stage.shown == [1, 2, 3, 4])
    #expect(stage.pendingCount == 0)
  }

  @Test func twoViewsDoNotWaitForEachOther() {
    let scheduler = VirtualScheduler(hop: .milliseconds(1))
    let shown = Recorder<String>()
    let views = ["A", "B"].map { name in
      ViewQueue<NewestValue<Int>>(scheduler: scheduler) { shown.record("\(name)\($0.value)") }
    }
    for view in views {
      for number in 1...3 { view.submit(NewestValue(number)) }
    }
    scheduler.run()
    #expect(shown.all == ["A1", "B1", "A2", "B2", "A3", "B3"])
  }
}
