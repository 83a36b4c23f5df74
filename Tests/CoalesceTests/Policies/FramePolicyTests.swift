import Coalesce
import CoalesceTesting
import TestSupport
import Testing

/// The rule of ``FramePolicy``, with frames of 4 ms.
struct FrameTests {
  private let policy = FramePolicy(period: .milliseconds(4))

  @Test(arguments: [0, 1, 3, 5, 8, 9], [-1_000, 0, 1_000])
  func frameHasAtMostOneDelivery(_ cost: Int, _ timerError: Int) {
    for origin in Origin.allCases {
      let stage = Stage(
        cost: .milliseconds(cost),
        wrap: { SchedulerDouble($0, timerError: .microseconds(timerError)) },
        { Coalescer(Pace(policy), scheduler: $0, onDelivery: $1) })
      for number in 0..<400 {
        stage.at(.microseconds(number * 330), origin) { stage.submit(number) }
      }
      stage.run()
      #expect(stage.shown == Array(0..<400))
      let frames = stage.deliveries.map { Int($0.start / .milliseconds(4)) }
      #expect(Set(frames).count == frames.count)
    }
  }

  @Test func deliveriesComeOneDispatchAfterAFrameBoundary() {
    let stage = Stage(policy)
    for number in 0..<200 {
      stage.at(.microseconds(number * 777), .background) { stage.submit(number) }
    }
    stage.run()
    for delivery in stage.deliveries {
      #expect(delivery.start.wholeNanoseconds % 4_000_000 == 50_000)
    }
  }

  /// Setting a timer takes longer than a delivery.
  @Test func severalFlushesInOnePassSetNoTimer() {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let coalescer = Coalescer<UpdateCount>(Pace(policy), scheduler: double) { _ in }
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
    for number in 0..<10_000 {
      stage.at(.microseconds(number * 100), .background) { stage.submit(number) }
    }
    stage.run()
    // One delivery at the first boundary, 0, and one at each of the next sixty.
    #expect(stage.deliveries.count == 61)
  }

  @Test(arguments: [Duration.zero, .milliseconds(-3), .nanoseconds(1)])
  func tinyOrNegativeFramePeriodLosesNoUpdate(_ period: Duration) {
    let stage = Stage(.frame(period: period))
    for number in 0..<50 {
      stage.at(.microseconds(number * 30), .background) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.shown == Array(0..<50))
  }
}
