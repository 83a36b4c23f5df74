import Coalesce
import CoalesceTesting
import Testing

/// The rule of ``RateAdaptivePolicy``: from 2 ms, by 1 ms, to 4 ms; its leading edge is inside `submit`.
@Suite struct RateAdaptiveTests {
  private let policy = RateAdaptivePolicy(
    minimum: .milliseconds(2), increment: .milliseconds(1), maximum: .milliseconds(4),
    leading: .inSubmit)

  /// From 10 ms, by 5 ms, to 30 ms.
  private let slowerPolicy = RateAdaptivePolicy(
    minimum: .milliseconds(10), increment: .milliseconds(5), maximum: .milliseconds(30),
    leading: .inSubmit)

  @Test(arguments: Origin.allCases)
  func intervalGrowsUnderLoadUpToItsMaximum(_ origin: Origin) {
    let input = "abcdefghijklmnopqrst"
    let shown = "a-c--f---j---n---r---t"
    #expect(Timeline(origin: origin).play(input, policy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func oneLongGapResetsTheInterval(_ origin: Origin) {
    let input = "abcdef------gh"
    let shown = "a-c--f------g-h"
    #expect(Timeline(origin: origin).play(input, policy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func gapShorterThanTheGrownIntervalResetsNothing(_ origin: Origin) {
    let input = "abcdef--g-------hi"
    let shown = "a-c--f---g------h-i"
    #expect(Timeline(origin: origin).play(input, policy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func updatesSlowerThanTheSmallestIntervalNeverWait(_ origin: Origin) {
    let input = "a--b--c--d--e--f"
    let shown = "a--b--c--d--e--f"
    #expect(Timeline(origin: origin).play(input, policy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func earlyTimerIsSetAgainAndGrowsNothing(_ origin: Origin) {
    let input = "abcdefghijklmnopqrst"
    let timeline = Timeline(origin: origin, timerError: .microseconds(-900))
    #expect(timeline.play(input, policy) == "a-c--f---j---n---r---t")
  }

  @Test(arguments: Origin.allCases)
  func lateTimerMovesTheIntervalsBehindIt(_ origin: Origin) {
    let input = "abcdefghijklmnopqrst"
    let timeline = Timeline(origin: origin, timerError: .milliseconds(1))
    #expect(timeline.play(input, policy) == "a--d---h----m----r----t")
  }

  /// As IGListKit's tests use it, from the main thread.
  @Test func defaultsAreFiftyTwentyAndTwoHundredMilliseconds() {
    let stage = Stage(.rateAdaptive(leading: .inSubmit), hop: .zero)
    for number in 0..<1_500 {
      stage.at(.milliseconds(number), .main) { stage.submit(number) }
    }
    stage.run()
    let starts = stage.deliveries.map(\.start)
    let intervals = zip(starts.dropFirst(), starts).map { $0 - $1 }
    let expected = [50, 70, 90, 110, 130, 150, 170, 190, 200, 200, 200].map(Duration.milliseconds)
    #expect(intervals == expected)
  }

  @Test func firstUpdateOnMainIsDeliveredInsideSubmit() {
    let stage = Stage(slowerPolicy)
    stage.at(.zero, .main) {
      stage.submit(1, 2)
      #expect(stage.shown == [1])
    }
    stage.run()
    #expect(stage.shown == [1, 2])
  }

  @Test func flushBeginsAnInterval() {
    let policy = RateAdaptivePolicy(
      minimum: .milliseconds(10), increment: .milliseconds(5), leading: .inSubmit)
    let stage = Stage(policy, hop: .zero)
    stage.at(.zero, .main) { stage.submit(1, 2) }
    stage.at(.milliseconds(4), .main) {
      stage.strategy?.flush()
      stage.submit(3)
    }
    stage.run()
    // What was flushed had to wait, so the interval after it is the longer one.
    #expect(stage.deliveries.map(\.start) == [0, 4, 19].map { .milliseconds($0) })
  }

  @Test(arguments: Origin.allCases, [0, 30, 50, 70])
  func deliveryDearerThanTheLargestIntervalLeavesMainHalfIdle(_ origin: Origin, _ layout: Int) {
    let stage = Stage(slowerPolicy, cost: .milliseconds(70 - layout))
    stage.layout = .milliseconds(layout)
    for number in 0..<1_000 {
      stage.at(.milliseconds(number), origin) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.shown == Array(0..<1_000))
    for (number, (delivery, next)) in zip(stage.deliveries, stage.deliveries.dropFirst())
      .enumerated()
    {
      // The layout commit is believed behind the third delivery; the handler's own time at once.
      let isBelieved = layout == 0 || number >= 2
      let busy = isBelieved ? 70 : 70 - layout
      #expect(next.start - delivery.start >= .milliseconds(max(70, 2 * busy)))
    }
    #expect(stage.deliveries.count > 5)
  }

  @Test(arguments: [(0, 0, 0), (10, 5, 3), (-1, -1, -1)])
  func oddSettingsLoseNothing(_ minimum: Int, _ increment: Int, _ maximum: Int) {
    let policy = RateAdaptivePolicy(
      minimum: .milliseconds(minimum), increment: .milliseconds(increment),
      maximum: .milliseconds(maximum), leading: .inSubmit)
    let stage = Stage(policy)
    for number in 0..<50 {
      stage.at(.milliseconds(number), .background) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.shown == Array(0..<50))
  }

  @Test func largestIncrementDoesNotOverflow() {
    let policy = RateAdaptivePolicy(
      increment: .seconds(Int64.max), maximum: .seconds(Int64.max), leading: .inSubmit)
    let stage = Stage(policy)
    stage.at(.zero, .main) { stage.submit(1, 2) }
    stage.at(.milliseconds(200), .main) { stage.submit(3) }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.pendingCount == 1)
  }
}
