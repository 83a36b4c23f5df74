import Coalesce
import CoalesceTesting
import Testing

/// The rule of ``FramePolicy``, with frames of 4 ms.
@Suite struct FrameTests {
  private let policy = FramePolicy(period: .milliseconds(4))

  @Test(arguments: Origin.allCases)
  func newestIsShownAtTheNextBoundary(_ origin: Origin) {
    let input = "-abc---de-----f"
    let shown = "----c---e-------f"
    #expect(Timeline(origin: origin).play(input, policy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func updateAtABoundaryIsShownThere(_ origin: Origin) {
    let input = "ab--c-----------d"
    let shown = "a---c-----------d"
    #expect(Timeline(origin: origin).play(input, policy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func dearDeliveryIsFollowedByTheNextBoundaryAfterItsEnd(_ origin: Origin) {
    let input = "abcdefghijkl"
    let shown = "a-------i-------l"
    let timeline = Timeline(origin: origin, cost: .milliseconds(5))
    #expect(timeline.play(input, policy) == shown)
  }

  /// The same where it is the layout commit that is dear, once that is believed: behind the third.
  /// Before, a boundary that passes while main is busy is made up for as soon as main is free.
  @Test(arguments: [2, 5])
  func dearLayoutCommitIsFollowedByTheNextBoundaryAfterItsEnd(_ layout: Int) {
    let input = "abcdefghijklmnopqrstuvwxyz"
    let timeline = Timeline(cost: .milliseconds(5 - layout), layout: .milliseconds(layout))
    #expect(timeline.play(input, policy) == "a----f----k-----q-------y-------z")
  }

  /// Submitted on main, an update comes when main is free, and waits for the boundary after that.
  @Test(arguments: [2, 5])
  func dearLayoutCommitIsNoTimeToSubmitOnMain(_ layout: Int) {
    let input = "abcdefghijkl"
    let shown = "a-------i-------l"
    let timeline = Timeline(
      origin: .main, cost: .milliseconds(5 - layout), layout: .milliseconds(layout))
    #expect(timeline.play(input, policy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func earlyTimerIsSetAgain(_ origin: Origin) {
    let timeline = Timeline(origin: origin, timerError: .milliseconds(-1))
    #expect(timeline.play("-abc---de-----f", policy) == "----c---e-------f")
  }

  @Test(arguments: Origin.allCases)
  func lateTimerNeverMakesTwoDeliveriesInAFrame(_ origin: Origin) {
    let timeline = Timeline(origin: origin, timerError: .milliseconds(1))
    #expect(timeline.play("-abcdefghijklm", policy) == "-----e---i---m")
  }

  @Test(arguments: [0, 1, 3, 5, 8, 9], [-1_000, 0, 1_000])
  func everyFrameHasOneDeliveryAtTheMost(_ cost: Int, _ timerError: Int) {
    for origin in Origin.allCases {
      let stage = Stage(
        cost: .milliseconds(cost),
        wrap: { SchedulerDouble($0, timerError: .microseconds(timerError)) },
        { Coalescer(policy, scheduler: $0, deliver: $1) })
      for number in 0..<400 {
        stage.at(.microseconds(number * 330), origin) { stage.submit(number) }
      }
      stage.run()
      #expect(stage.shown == Array(0..<400))
      let frames = stage.deliveries.map { Int($0.start / .milliseconds(4)) }
      #expect(Set(frames).count == frames.count)
    }
  }

  @Test func deliveriesAreAtBoundariesButForTheirHop() {
    let stage = Stage(policy)
    for number in 0..<200 {
      stage.at(.microseconds(number * 777), .background) { stage.submit(number) }
    }
    stage.run()
    for delivery in stage.deliveries {
      #expect(delivery.start.wholeNanoseconds % 4_000_000 == 50_000)
    }
  }

  @Test func sixtyFramesASecondAreTheDefault() {
    let stage = Stage(.frame())
    for number in 0..<10_000 {
      stage.at(.microseconds(number * 100), .background) { stage.submit(number) }
    }
    stage.run()
    // One at 0, the first boundary, and one at each of the sixty after it.
    #expect(stage.deliveries.count == 61)
  }

  @Test func nothingIsDeliveredInsideSubmitEvenAtABoundary() {
    let stage = Stage(policy, hop: .zero)
    stage.at(.milliseconds(8), .main) {
      stage.submit(1)
      #expect(stage.shown.isEmpty)
    }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.milliseconds(8)])
  }

  @Test func flushIsTheDeliveryOfItsFrame() {
    let stage = Stage(policy, hop: .zero)
    stage.at(.milliseconds(5), .main) {
      stage.submit(1)
      stage.strategy?.flush()
      stage.submit(2)
    }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.milliseconds(5), .milliseconds(8)])
  }

  @Test func submittingInsideADeliveryWaitsForTheNextFrame() {
    let stage = Stage(policy, hop: .zero)
    stage.inside = { elements in
      guard let last = elements.last, last < 5 else { return }
      stage.submit(last + 1)
    }
    stage.at(.zero, .main) { stage.submit(0) }
    stage.run()
    #expect(stage.deliveries.map(\.start) == (0...5).map { .milliseconds(4 * $0) })
  }

  @Test(arguments: [Duration.zero, .milliseconds(-3), .nanoseconds(1)])
  func framesOfNothingShowEverything(_ period: Duration) {
    let stage = Stage(.frame(period: period))
    for number in 0..<50 {
      stage.at(.microseconds(number * 30), .background) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.shown == Array(0..<50))
  }

  @Test func longestFrameIsNeverOver() {
    let stage = Stage(.frame(period: .seconds(Int64.max)))
    stage.at(.milliseconds(1), .main) { stage.submit(1) }
    stage.run()
    #expect(stage.shown.isEmpty)
    #expect(stage.pendingCount == 1)
  }
}
