import Coalesce
import BenchLibrarySupport
import Testing

@testable import CoalesceStrategies

/// The settings of ``RateAdaptivePolicy``. PolicyTimelineTests cover its rule.
struct RateAdaptivePolicyTests {
  /// Submits from the main thread, as IGListKit's tests do.
  @Test func intervalGrowsFrom50By20To200MillisecondsByDefault() {
    let stage = Stage(.rateAdaptive(), hop: .zero)
    for number in 0..<1_500 {
      stage.at(.milliseconds(number), .main) { stage.submit(number) }
    }
    stage.run()
    let starts = stage.deliveries.map(\.start)
    let intervals = zip(starts.dropFirst(), starts).map { $0 - $1 }
    let expected = [50, 70, 90, 110, 130, 150, 170, 190, 200, 200, 200].map(Duration.milliseconds)
    #expect(intervals == expected)
  }

  /// The interval has grown to 30 ms and began at 10 ms.
  @Test(arguments: [(10, 200, 30), (40, 200, 40), (10, 20, 20), (50, 40, 50)])
  func grownIntervalIsClampedToNewLimits(minimum: Int, maximum: Int, interval: Int) {
    func policy(_ minimum: Int, _ maximum: Int) -> RateAdaptivePolicy {
      RateAdaptivePolicy(
        minimum: .milliseconds(minimum), increment: .milliseconds(20),
        maximum: .milliseconds(maximum))
    }
    var old = policy(10, 200)
    old.willDeliver(at: 0)
    old.didDeliver(DeliveryTiming(start: 0, end: 0, layoutNanoseconds: 0))
    old.didHear(1, at: 1_000_000)
    old.willDeliver(at: 10_000_000)
    old.didDeliver(DeliveryTiming(start: 10_000_000, end: 10_000_000, layoutNanoseconds: 0))
    #expect(old.due == 40_000_000)
    var new = policy(minimum, maximum)
    let hasInherited = new.inherit(from: old)
    #expect(hasInherited)
    #expect(new.due == UInt64(10 + interval) * 1_000_000)
  }

  /// A reset forgets both the next due time and the grown interval.
  @Test func resetForgetsTheGrownInterval() {
    let stage = Stage(.rateAdaptive(), hop: .zero)
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
    // The update delivered there had waited, so the next interval is longer.
    #expect(Array(intervals.prefix(4)) == [70, 90, 110, 130].map(Duration.milliseconds))
  }

  @Test(arguments: [(0, 0, 0), (10, 5, 3), (-1, -1, -1)])
  func invalidSettingsLoseNoUpdate(_ minimum: Int, _ increment: Int, _ maximum: Int) {
    let policy = RateAdaptivePolicy(
      minimum: .milliseconds(minimum), increment: .milliseconds(increment),
      maximum: .milliseconds(maximum))
    let stage = Stage(policy)
    for number in 0..<50 {
      stage.at(.milliseconds(number), .background) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.shown == Array(0..<50))
  }

  @Test func largestIncrementDoesNotOverflow() {
    let stage = Stage(
      .rateAdaptive(increment: .seconds(Int64.max), maximum: .seconds(Int64.max)))
    stage.at(.zero, .main) { stage.submit(1, 2) }
    stage.at(.milliseconds(200), .main) { stage.submit(3) }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.pendingCount == 1)
  }
}
