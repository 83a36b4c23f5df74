import Coalesce
import CoalesceTesting
import Testing

/// The rule of ``DebouncePolicy``: a wait of 3 ms, of 8 ms at the most.
@Suite struct DebounceTests {
  private let policy = DebouncePolicy(wait: .milliseconds(3), maximumWait: .milliseconds(8))

  private func stage() -> Stage { Stage(policy, hop: .zero) }

  @Test(arguments: Origin.allCases)
  func newestIsShownWhenItHasBecomeQuiet(_ origin: Origin) {
    let input = "abc-------d"
    let shown = "-----c-------d"
    #expect(Timeline(origin: origin).play(input, policy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func nothingWaitsLongerThanTheMaximum(_ origin: Origin) {
    let input = "abcdefghijkl"
    let shown = "--------i-----l"
    #expect(Timeline(origin: origin).play(input, policy) == shown)
  }

  /// lodash would count the second wait from the delivery at 8 ms.
  @Test(arguments: Origin.allCases)
  func maximumIsCountedFromTheFirstThatIsPending(_ origin: Origin) {
    let input = "abcdefghi---jklmnopqrstuvw"
    let shown = "--------i-----------r-------w"
    #expect(Timeline(origin: origin).play(input, policy) == shown)
  }

  @Test(arguments: Origin.allCases)
  func earlyTimerIsSetAgain(_ origin: Origin) {
    let timeline = Timeline(origin: origin, timerError: .milliseconds(-1))
    #expect(timeline.play("abc-------d", policy) == "-----c-------d")
    #expect(timeline.play("abcdefghijkl", policy) == "--------i-----l")
  }

  @Test(arguments: Origin.allCases)
  func lateTimerDeliversNoEarlierAndOnce(_ origin: Origin) {
    let timeline = Timeline(origin: origin, timerError: .milliseconds(1))
    #expect(timeline.play("abc-------d", policy) == "------c-------d")
    #expect(timeline.play("abcdefghijkl", policy) == "--------i------l")
  }

  @Test func dearDeliveryIsFollowedByWhatCameMeanwhile() {
    let input = "ab---cdefg"
    let shown = "----b---------g"
    let timeline = Timeline(cost: .milliseconds(10))
    #expect(timeline.play(input, policy) == shown)
  }

  /// Setting one takes longer than a delivery.
  @Test func severalFlushesInOnePassSetNoTimer() {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let coalescer = Coalescer<UpdateCount>(policy, scheduler: double) { _ in }
    scheduler.at(.zero, .main) {
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

  @Test func nothingIsDeliveredInsideSubmitEvenWithoutAWait() {
    let stage = Stage(.debounce(wait: .zero))
    stage.at(.zero, .main) {
      stage.submit(1, 2)
      #expect(stage.shown.isEmpty)
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1, 2]])
  }

  @Test func maximumBelowTheWaitCountsAsTheWait() {
    let stage = Stage(
      .debounce(wait: .milliseconds(6), maximumWait: .milliseconds(1)), hop: .zero)
    stage.at(.zero, .background) { stage.submit(1) }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.milliseconds(6)])
  }

  @Test(arguments: Origin.allCases)
  func cancelPendingDropsWhatWaitsAndNothingLater(_ origin: Origin) throws {
    let stage = stage()
    let strategy = try #require(stage.coalescer)
    stage.at(.zero, origin) { stage.submit(1) }
    stage.at(.milliseconds(1), origin) {
      #expect(strategy.pendingCount == 1)
      strategy.cancelPending()
      #expect(strategy.pendingCount == 0)
    }
    stage.at(.milliseconds(2), origin) { stage.submit(2) }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[2]])
    #expect(stage.deliveries.map(\.start) == [.milliseconds(5)])
  }

  /// The maximum of what was dropped must not shorten that of what comes after.
  @Test func cancelPendingBeginsTheMaximumAnew() throws {
    let stage = stage()
    let strategy = try #require(stage.coalescer)
    stage.at(.zero, .main) { stage.submit(0) }
    stage.at(.microseconds(2_500), .main) { strategy.cancelPending() }
    for step in 3...14 {
      stage.at(.milliseconds(step), .main) { stage.submit(step) }
    }
    stage.run()
    #expect(stage.deliveries.first?.start == .milliseconds(11))
  }

  @Test func flushDeliversAtOnceAndTheTimerNothingMore() {
    let stage = stage()
    stage.at(.zero, .main) { stage.submit(1) }
    stage.at(.milliseconds(2), .main) {
      stage.strategy?.flush()
      #expect(stage.shown == [1])
    }
    stage.at(.milliseconds(20), .main) { stage.submit(2) }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.milliseconds(2), .milliseconds(23)])
  }

  @Test func submittingInsideADeliveryWaitsAnew() {
    let stage = stage()
    stage.inside = { elements in
      guard let last = elements.last, last < 5 else { return }
      stage.submit(last + 1)
    }
    stage.at(.zero, .main) { stage.submit(0) }
    stage.run()
    #expect(stage.deliveries.map(\.start) == (1...6).map { .milliseconds(3 * $0) })
    #expect(stage.deepest == 1)
  }

  @Test(arguments: [0, 2, 25])
  func latencyIsBounded(_ cost: Int) throws {
    let stage = stage()
    stage.cost = .milliseconds(cost)
    for number in 0..<500 {
      stage.at(.milliseconds(number), .background) { stage.submit(number) }
    }
    stage.run()
    for delivery in stage.deliveries {
      let oldest = try #require(delivery.elements.first)
      #expect(delivery.end - .milliseconds(oldest) <= .milliseconds(max(8, cost) + cost))
    }
  }

  @Test func longestWaitIsNeverOver() {
    let stage = Stage(
      .debounce(wait: .seconds(Int64.max), maximumWait: .seconds(Int64.max)))
    stage.at(.milliseconds(1), .main) { stage.submit(1) }
    stage.run()
    #expect(stage.shown.isEmpty)
    #expect(stage.pendingCount == 1)
  }
}
