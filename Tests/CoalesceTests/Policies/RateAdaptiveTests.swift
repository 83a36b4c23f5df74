import Coalesce
import CoalesceTesting
import Testing

/// The settings of ``RateAdaptivePolicy``; its rule is among the timelines.
@Suite(.timeLimit(.minutes(15))) struct RateAdaptiveTests {
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

  /// All that the last deliveries taught goes: when the next is due, and how long the interval has grown.
  @Test func resetForgetsTheGrownIntervalToo() {
    let stage = Stage(.rateAdaptive(leading: .inSubmit), hop: .zero)
    for number in 0..<1_000 {
      stage.at(.milliseconds(number), .main) { stage.submit(number) }
    }
    stage.at(.milliseconds(1_000), .main) { stage.coalescer?.resetTiming() }
    for number in 1_001..<1_300 {
      stage.at(.milliseconds(number), .main) { stage.submit(number) }
    }
    stage.run()
    let starts = stage.starts.filter { $0 >= .milliseconds(1_000) }
    let intervals = zip(starts.dropFirst(), starts).map { $0 - $1 }
    #expect(starts.first == .milliseconds(1_000))
    // What was delivered there had waited.
    #expect(Array(intervals.prefix(4)) == [70, 90, 110, 130].map(Duration.milliseconds))
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
