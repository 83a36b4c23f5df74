import Strategies
import Testing

/// The rule of `ThrottleEndToStart`.
@Suite struct ThrottleEndToStartTests {
  private static func strategy(_ milliseconds: Int) -> Timeline.Make {
    { ThrottleEndToStart(interval: .milliseconds(milliseconds), scheduler: $0, deliver: $1) }
  }

  @Test(arguments: Origin.allCases)
  func firstIsShownAtOnceAndTheNewestAtTheIntervalsEnd(_ origin: Origin) {
    let input = "abcd----e---f"
    let shown = "a----d----e----f"
    #expect(Timeline(origin: origin).play(input, Self.strategy(5)) == shown)
  }

  @Test(arguments: Origin.allCases)
  func intervalIsCountedFromTheEndOfADelivery(_ origin: Origin) {
    let input = "abcdefghijklmnop"
    let shown = "a------h------o------p"
    let timeline = Timeline(origin: origin, cost: .milliseconds(3))
    #expect(timeline.play(input, Self.strategy(4)) == shown)
  }

  /// A delivery dearer than the interval: main is left alone for an interval all the same, wherever
  /// the delivery spent its time.
  @Test(arguments: Origin.allCases, [0, 3, 7])
  func dearDeliveryIsFollowedByTheWholeInterval(_ origin: Origin, _ layout: Int) {
    let input = "abcdefghijklmnop"
    let shown = "a--------j--------p"
    let timeline = Timeline(
      origin: origin, cost: .milliseconds(7 - layout), layout: .milliseconds(layout))
    #expect(timeline.play(input, Self.strategy(2)) == shown)
  }

  @Test(arguments: Origin.allCases)
  func updateAfterAnIntervalIsShownAtOnce(_ origin: Origin) {
    let input = "a-------b------c"
    let shown = "a-------b------c"
    let timeline = Timeline(origin: origin, cost: .milliseconds(3))
    #expect(timeline.play(input, Self.strategy(4)) == shown)
  }

  /// Early by a step, the timer is set again; late by one, so is what it delivers.
  @Test(arguments: Origin.allCases)
  func timerThatIsNotExactKeepsTheRule(_ origin: Origin) {
    let input = "abcdefghijklmnop"
    let early = Timeline(
      origin: origin, cost: .milliseconds(3), timerError: .milliseconds(-1))
    #expect(early.play(input, Self.strategy(4)) == "a------h------o------p")
    let late = Timeline(origin: origin, cost: .milliseconds(3), timerError: .milliseconds(1))
    #expect(late.play(input, Self.strategy(4)) == "a-------i-------p")
  }

  @Test func firstUpdateOnMainIsDeliveredInsideSubmit() {
    let stage = Stage(.throttleEndToStart)
    stage.at(.zero, .main) {
      stage.submit(1, 2)
      #expect(stage.shown == [1])
    }
    stage.run()
    #expect(stage.shown == [1, 2])
  }

  @Test func flushBeginsAnIntervalAtItsEnd() {
    let stage = Stage(.throttleEndToStart, hop: .zero, cost: .milliseconds(3))
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
    let stage = Stage { ThrottleEndToStart(interval: .zero, scheduler: $0, deliver: $1) }
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
    let stage = Stage(.throttleEndToStart, cost: .milliseconds(handler))
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
    let stage = Stage {
      ThrottleEndToStart(interval: .seconds(Int64.max), scheduler: $0, deliver: $1)
    }
    stage.at(.milliseconds(1), .main) { stage.submit(1, 2) }
    stage.run()
    #expect(stage.shown == [1])
    #expect(stage.pendingCount == 1)
  }
}
