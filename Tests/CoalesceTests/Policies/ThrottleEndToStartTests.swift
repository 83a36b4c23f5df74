import Coalesce
import CoalesceTesting
import Testing

/// The rule of ``ThrottlePolicy`` that counts from the end, with the leading edge inside `submit`.
@Suite struct ThrottleEndToStartTests {
  private static func policy(_ milliseconds: Int) -> ThrottlePolicy {
    .throttleEndToStart(interval: .milliseconds(milliseconds), leading: .inSubmit)
  }

  @Test(arguments: Origin.allCases)
  func firstIsShownAtOnceAndTheNewestAtTheIntervalsEnd(_ origin: Origin) {
    let input = "abcd----e---f"
    let shown = "a----d----e----f"
    #expect(Timeline(origin: origin).play(input, Self.policy(5)) == shown)
  }

  @Test(arguments: Origin.allCases)
  func intervalIsCountedFromTheEndOfADelivery(_ origin: Origin) {
    let input = "abcdefghijklmnop"
    let shown = "a------h------o------p"
    let timeline = Timeline(origin: origin, cost: .milliseconds(3))
    #expect(timeline.play(input, Self.policy(4)) == shown)
  }

  /// A delivery dearer than the interval: main is left alone for an interval all the same.
  @Test(arguments: Origin.allCases)
  func dearDeliveryIsFollowedByTheWholeInterval(_ origin: Origin) {
    let input = "abcdefghijklmnop"
    let shown = "a--------j--------p"
    let timeline = Timeline(origin: origin, cost: .milliseconds(7))
    #expect(timeline.play(input, Self.policy(2)) == shown)
  }

  /// The same where it is the layout commit that is dear, once that is believed: behind the third.
  /// Before, main is busy without a break where the commit is longer than the interval.
  @Test(arguments: [
    (Origin.background, 3, "a------h------o--------x--------G"),
    (.background, 7, "a------h------o--------x--------G"),
    (.main, 3, "a------e------l--------x--------G"),
    (.main, 7, "a------b------h--------x--------G"),
  ])
  func dearLayoutCommitIsFollowedByTheWholeInterval(
    _ origin: Origin, _ layout: Int, _ shown: String
  ) {
    let input = "abcdefghijklmnopqrstuvwxyzABCDEFG"
    let timeline = Timeline(
      origin: origin, cost: .milliseconds(7 - layout), layout: .milliseconds(layout))
    #expect(timeline.play(input, Self.policy(2)) == shown)
  }

  @Test(arguments: Origin.allCases)
  func updateAfterAnIntervalIsShownAtOnce(_ origin: Origin) {
    let input = "a-------b------c"
    let shown = "a-------b------c"
    let timeline = Timeline(origin: origin, cost: .milliseconds(3))
    #expect(timeline.play(input, Self.policy(4)) == shown)
  }

  /// Early by a step, the timer is set again; late by one, so is what it delivers.
  @Test(arguments: Origin.allCases)
  func timerThatIsNotExactKeepsTheRule(_ origin: Origin) {
    let input = "abcdefghijklmnop"
    let early = Timeline(
      origin: origin, cost: .milliseconds(3), timerError: .milliseconds(-1))
    #expect(early.play(input, Self.policy(4)) == "a------h------o------p")
    let late = Timeline(origin: origin, cost: .milliseconds(3), timerError: .milliseconds(1))
    #expect(late.play(input, Self.policy(4)) == "a-------i-------p")
  }

  @Test func firstUpdateOnMainIsDeliveredInsideSubmit() {
    let stage = Stage(Self.policy(10))
    stage.at(.zero, .main) {
      stage.submit(1, 2)
      #expect(stage.shown == [1])
    }
    stage.run()
    #expect(stage.shown == [1, 2])
  }

  @Test func flushBeginsAnIntervalAtItsEnd() {
    let stage = Stage(Self.policy(10), hop: .zero, cost: .milliseconds(3))
    stage.at(.zero, .main) { stage.submit(1) }
    stage.at(.milliseconds(5), .main) {
      stage.submit(2)
      stage.strategy?.flush()
      stage.submit(3)
    }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [0, 5, 18].map { .milliseconds($0) })
  }

  @Test func submittingInsideADeliveryNeverRecurses() {
    let stage = Stage(Self.policy(0))
    stage.inside = { elements in
      guard let last = elements.last, last < 500 else { return }
      stage.submit(last + 1)
    }
    stage.at(.zero, .main) { stage.submit(0) }
    stage.run()
    #expect(stage.deepest == 1)
    #expect(stage.deliveries.map(\.elements) == (0...500).map { [$0] })
  }

  /// The price its documentation states.
  @Test(arguments: [0, 1, 4, 6, 25], [0, 2, 30])
  func latencyIsBounded(_ handler: Int, _ layout: Int) throws {
    let stage = Stage(Self.policy(10), cost: .milliseconds(handler))
    stage.layout = .milliseconds(layout)
    for number in 0..<500 {
      stage.at(.milliseconds(number), .background) { stage.submit(number) }
    }
    stage.run()
    for delivery in stage.deliveries {
      let oldest = try #require(delivery.elements.first)
      let bound = Duration.milliseconds(10 + 2 * (handler + layout)) + .microseconds(100)
      #expect(delivery.end - .milliseconds(oldest) <= bound)
    }
  }

  @Test func longestIntervalShowsTheFirstUpdateAndWaits() {
    let stage = Stage(.throttleEndToStart(interval: .seconds(Int64.max), leading: .inSubmit))
    stage.at(.milliseconds(1), .main) { stage.submit(1, 2) }
    stage.run()
    #expect(stage.shown == [1])
    #expect(stage.pendingCount == 1)
  }
}
