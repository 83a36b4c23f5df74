import CoalesceTesting
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// The rule of ``FramePolicy``, with frames of 4 ms.
struct FramePolicyTests {
  private let policy = FramePolicy(period: .milliseconds(4))

  @Test(arguments: [0, 1, 3, 5, 8, 9], [-1_000, 0, 1_000])
  func frameHasAtMostOneDelivery(_ cost: Int, _ timerError: Int) {
    for origin in Origin.allCases {
      let stage = Stage(Pace(policy), cost: .milliseconds(cost))
      stage.scheduler.timerErrorNanoseconds = { Int64(timerError) * 1_000 }
      stage.submit(0..<400, every: .microseconds(330), origin)
      stage.run()
      #expect(stage.shown == Array(0..<400))
      let frames = stage.deliveries.map { Int($0.start / .milliseconds(4)) }
      #expect(Set(frames).count == frames.count)
    }
  }

  /// Setting a timer takes longer than a delivery.
  @Test func severalFlushesInOnePassSetNoTimer() {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let coalescer = Coalescer<UpdateCount>(Pace(policy), on: .scheduler(double)) { _ in }
    scheduler.at(.milliseconds(1), .main) {
      coalescer.setNeedsUpdate()
      #expect(double.setTimerCount == 1)
      for _ in 0..<3 {
        coalescer.flush()
        coalescer.setNeedsUpdate()
        #expect(double.setTimerCount == 0)
      }
    }
    scheduler.run()
    #expect(coalescer.pendingCount == 0)
  }

  @Test func frameRateIsSixtyPerSecondByDefault() {
    let stage = Stage(.frame())
    stage.submit(0..<10_000, every: .microseconds(100))
    stage.run()
    // One delivery at the first boundary, 0, and one at each of the next sixty.
    #expect(stage.deliveries.count == 61)
  }

  @Test(arguments: [Duration.zero, .milliseconds(-3), .nanoseconds(1)])
  func tinyOrNegativeFramePeriodLosesNoUpdate(_ period: Duration) {
    let stage = Stage(.frame(period: period))
    stage.submit(0..<50, every: .microseconds(30))
    stage.run()
    #expect(stage.shown == Array(0..<50))
  }

  @Test func noFrameIsDueUntilAnUpdateHasArrived() {
    var policy = FramePolicy(period: .nanoseconds(100))
    #expect(policy.due == .max)
    policy.didHear(1, at: 850)
    #expect(policy.due == 900)
    policy.willDeliver(at: 900)
    policy.didHear(1, at: 905)
    // At this time, the update may cancel the running delivery.
    #expect(policy.due == 1_000)
    policy.didDeliver(DeliveryTiming(start: 900, end: 910, layoutNanoseconds: 10))
    #expect(policy.due == 1_000)
    policy.willDeliver(at: 1_000)
    policy.didDeliver(DeliveryTiming(start: 1_000, end: 1_010, layoutNanoseconds: 10))
    #expect(policy.due == .max)
    policy.didHear(1, at: 1_150)
    #expect(policy.due == 1_200)
  }

  /// After a reset, a frame may have a second delivery.
  @Test func resetMakesAFrameForgetItsDelivery() {
    var policy = FramePolicy(period: .nanoseconds(100))
    policy.willDeliver(at: 900)
    policy.didDeliver(DeliveryTiming(start: 900, end: 900, layoutNanoseconds: 0))
    policy.didHear(1, at: 900)
    #expect(policy.due == 1_000)
    policy.reset()
    #expect(policy.due == 900)
  }
}
