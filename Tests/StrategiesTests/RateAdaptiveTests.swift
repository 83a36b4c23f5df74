import Strategies
import Testing

/// The rule of `RateAdaptive`: from 2 ms, by 1 ms, to 4 ms.
@Suite struct RateAdaptiveTests {
  private let strategy: Timeline.Make = {
    RateAdaptive(
      minimum: .milliseconds(2), increment: .milliseconds(1), maximum: .milliseconds(4),
      scheduler: $0, deliver: $1)
  }

  @Test(arguments: Origin.allCases)
  func intervalGrowsUnderLoadUpToItsMaximum(_ origin: Origin) {
    let input = "abcdefghijklmnopqrst"
    let shown = "a-c--f---j---n---r---t"
    #expect(Timeline(origin: origin).play(input, strategy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func oneLongGapResetsTheInterval(_ origin: Origin) {
    let input = "abcdef------gh"
    let shown = "a-c--f------g-h"
    #expect(Timeline(origin: origin).play(input, strategy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func gapShorterThanTheGrownIntervalResetsNothing(_ origin: Origin) {
    let input = "abcdef--g-------hi"
    let shown = "a-c--f---g------h-i"
    #expect(Timeline(origin: origin).play(input, strategy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func updatesSlowerThanTheSmallestIntervalNeverWait(_ origin: Origin) {
    let input = "a--b--c--d--e--f"
    let shown = "a--b--c--d--e--f"
    #expect(Timeline(origin: origin).play(input, strategy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func earlyTimerIsSetAgainAndGrowsNothing(_ origin: Origin) {
    let input = "abcdefghijklmnopqrst"
    let timeline = Timeline(origin: origin, timerError: .microseconds(-900))
    #expect(timeline.play(input, strategy) == "a-c--f---j---n---r---t")
  }

  @Test(arguments: Origin.allCases)
  func lateTimerMovesTheIntervalsBehindIt(_ origin: Origin) {
    let input = "abcdefghijklmnopqrst"
    let timeline = Timeline(origin: origin, timerError: .milliseconds(1))
    #expect(timeline.play(input, strategy) == "a--d---h----m----r----t")
  }

  /// As IGListKit's tests use it, from the main thread.
  @Test func defaultsAreFiftyTwentyAndTwoHundredMilliseconds() {
    let stage = Stage(hop: .zero) { RateAdaptive(scheduler: $0, deliver: $1) }
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
    let stage = Stage(.rateAdaptive)
    stage.at(.zero, .main) {
      stage.submit(1, 2)
      #expect(stage.shown == [1])
    }
    stage.run()
    #expect(stage.shown == [1, 2])
  }

  @Test func flushBeginsAnInterval() {
    let stage = Stage(hop: .zero) {
      RateAdaptive(
        minimum: .milliseconds(10), increment: .milliseconds(5), scheduler: $0, deliver: $1)
    }
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
    let stage = Stage(.rateAdaptive, cost: .milliseconds(70 - layout))
    stage.layout = .milliseconds(layout)
    for number in 0..<1_000 {
      stage.at(.milliseconds(number), origin) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.shown == Array(0..<1_000))
    for (delivery, next) in zip(stage.deliveries, stage.deliveries.dropFirst()) {
      #expect(next.start - delivery.start >= .milliseconds(140))
    }
  }

  @Test(arguments: [(0, 0, 0), (10, 5, 3), (-1, -1, -1)])
  func oddSettingsLoseNothing(_ minimum: Int, _ increment: Int, _ maximum: Int) {
    let stage = Stage {
      RateAdaptive(
        minimum: .milliseconds(minimum), increment: .milliseconds(increment),
        maximum: .milliseconds(maximum), scheduler: $0, deliver: $1)
    }
    for number in 0..<50 {
      stage.at(.milliseconds(number), .background) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.shown == Array(0..<50))
  }

  @Test func largestIncrementDoesNotOverflow() {
    let stage = Stage {
      RateAdaptive(
        increment: .seconds(Int64.max), maximum: .seconds(Int64.max), scheduler: $0, deliver: $1)
    }
    stage.at(.zero, .main) { stage.submit(1, 2) }
    stage.at(.milliseconds(200), .main) { stage.submit(3) }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.pendingCount == 1)
  }
}
