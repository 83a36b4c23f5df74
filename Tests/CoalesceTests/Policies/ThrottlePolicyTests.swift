import CoalesceStrategies
import CoalesceTesting
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// The rule of a throttle, with an interval of 10 ms and the leading edge inside `submit`.
struct ThrottlePolicyTests {
  private let stage = Stage(.throttleInSubmit(for: .milliseconds(10)))

  private func throttle() throws -> Coalescer<OrderedUpdates<Int>> {
    try #require(stage.coalescer)
  }

  @Test func intervalRunsFromStartToStartAndIsATenthOfASecondByDefault() {
    let timeline = Timeline(step: .milliseconds(10), cost: .milliseconds(40))
    #expect(timeline.play("abcdefghijkl", .throttle()) == "a---------k---------l")
    #expect(Timeline().play("ab", .throttle(for: .milliseconds(-5))) == "ab", "as zero")
  }

  @Test(arguments: Origin.allCases)
  func updateAfterCancelPendingInTheSameIntervalIsDelivered(_ origin: Origin) throws {
    let throttle = try throttle()
    stage.at(.zero, .main) { [stage] in stage.submit(1, 2) }
    stage.at(.milliseconds(3), origin) { [stage] in
      throttle.cancelPending()
      #expect(stage.pendingCount == 0)
    }
    stage.at(.milliseconds(4), origin) { [stage] in stage.submit(3) }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1], [3]])
    #expect(stage.deliveries.map(\.start) == [.microseconds(50), .microseconds(10_100)])
  }

  @Test func updateAfterAResetIsDeliveredInTheNextPass() throws {
    let throttle = try throttle()
    stage.at(.zero, .main) { [stage] in
      stage.submit(1)
      throttle.resetTiming()
      stage.submit(2)
      #expect(stage.shown == [1], "nothing before the previous delivery has settled")
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1], [2]])
    #expect(stage.starts == [.microseconds(50), .microseconds(50)], "in the next pass")
  }

  /// Of several deliveries in one turn, only the last is followed directly by the layout commit.
  @Test func lastDeliveryOfATurnDeterminesThePause() throws {
    stage.cost = .milliseconds(20)
    stage.at(.zero, .main) { [stage] in
      stage.submit(1, 2)
      stage.strategy?.flush()
      stage.submit(3)
      stage.strategy?.flush()
      stage.submit(4)
    }
    stage.run()
    let starts = stage.deliveries.map(\.start)
    #expect(starts == [50, 20_050, 40_050, 80_100].map { .microseconds($0) })
  }

  /// Pending updates are due earlier once layout commits have become cheap.
  @Test func cheaperLayoutCommitsShortenTheCurrentPause() {
    stage.cost = .milliseconds(20)
    stage.layout = .milliseconds(25)
    stage.submit(0..<1_000, every: .milliseconds(1))
    stage.inside = { [stage] _ in
      if stage.deliveries.count == 4 { stage.layout = .zero }
    }
    stage.run()
    let starts = stage.deliveries.map(\.start)
    let gaps = zip(starts.dropFirst(), starts).map { $0 - $1 }
    // Two commits are not trusted yet, so the next delivery comes as soon as the main thread is free.
    #expect(gaps.prefix(2).allSatisfy { $0 == .milliseconds(45) }, "\(gaps)")
    #expect(gaps.dropFirst(2).prefix(3).allSatisfy { $0 == .microseconds(90_050) }, "\(gaps)")
    // After three commits without cost, the lower cost applies immediately.
    #expect(gaps.dropFirst(5).allSatisfy { $0 == .microseconds(40_050) }, "\(gaps)")
  }

  /// An app's own clock may be set back.
  @Test func deliveryThatEndsBeforeItsStartTakesNoTime() {
    var policy = ThrottlePolicy(interval: .nanoseconds(10))
    policy.willDeliver(at: 900)
    policy.didDeliver(DeliveryTiming(start: 900, end: 800))
    #expect(policy.due == 910)
  }
}
