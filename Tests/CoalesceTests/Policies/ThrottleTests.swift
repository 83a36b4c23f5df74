import Coalesce
import CoalesceTesting
import Testing

/// The rule of ``ThrottlePolicy``, with an interval of 10 ms and the leading edge inside `submit`.
@Suite struct ThrottleTests {
  private let stage = Stage(.throttle(interval: .milliseconds(10), leading: .inSubmit))

  private func throttle() throws -> Coalescer<OrderedUpdates<Int>> {
    try #require(stage.coalescer)
  }

  @Test func firstUpdateOnMainIsDeliveredInsideSubmit() {
    stage.at(.zero, .main) { [stage] in
      stage.submit(1)
      #expect(stage.shown == [1])
    }
    stage.run()
  }

  @Test func firstUpdateFromTheBackgroundIsDeliveredInMainsNextPass() {
    stage.at(.zero, .background) { [stage] in stage.submit(1) }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.microseconds(50)])
  }

  @Test(arguments: Origin.allCases)
  func burstIsOneLeadingAndOneTrailingDelivery(_ origin: Origin) {
    for number in 0..<90 {
      stage.at(.microseconds(100 * number), origin) { [stage] in stage.submit(number) }
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[0], Array(1..<90)])
    // The first comes a hop after its update, and its timer a hop after the interval.
    #expect(stage.deliveries.map(\.start) == [.microseconds(50), .microseconds(10_100)])
  }

  @Test func intervalRunsFromStartToStart() {
    stage.cost = .milliseconds(4)
    for number in 0..<50 {
      stage.at(.milliseconds(number), .background) { [stage] in stage.submit(number) }
    }
    stage.run()
    for (delivery, next) in zip(stage.deliveries, stage.deliveries.dropFirst()) {
      #expect(next.start - delivery.start == .microseconds(10_050))
    }
  }

  @Test func shortenedIntervalHoldsForWhatIsPending() throws {
    let throttle = try throttle()
    stage.at(.zero, .main) { [stage] in stage.submit(1, 2) }
    stage.at(.milliseconds(3), .background) {
      throttle.setPolicy(.throttle(interval: .milliseconds(5)))
    }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.microseconds(50), .microseconds(5_100)])
  }

  @Test func intervalShortenedToWhatHasPassedDeliversAtOnce() throws {
    let throttle = try throttle()
    stage.at(.zero, .main) { [stage] in stage.submit(1, 2) }
    stage.at(.milliseconds(3), .background) {
      throttle.setPolicy(.throttle(interval: .milliseconds(1)))
    }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.microseconds(50), .microseconds(3_050)])
  }

  @Test func prolongedIntervalHoldsForWhatIsPending() throws {
    let throttle = try throttle()
    stage.at(.zero, .main) { [stage] in stage.submit(1, 2) }
    stage.at(.milliseconds(3), .background) {
      throttle.setPolicy(.throttle(interval: .milliseconds(40)))
    }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.microseconds(50), .microseconds(40_100)])
  }

  @Test func negativeIntervalCountsAsZero() throws {
    #expect(ThrottlePolicy(interval: .milliseconds(-5)).interval == .zero)
    try throttle().setPolicy(.throttle(interval: .milliseconds(-5), leading: .inSubmit))
    stage.at(.zero, .main) { [stage] in stage.submit(1, 2, 3) }
    stage.run()
    // The others come with main's next pass, when the first is on screen.
    #expect(stage.deliveries.map(\.elements) == [[1], [2, 3]])
    #expect(stage.deliveries.map(\.start) == [.microseconds(50), .microseconds(50)])
  }

  @Test func flushBeginsAnInterval() throws {
    stage.at(.zero, .main) { [stage] in stage.submit(1, 2) }
    stage.at(.milliseconds(4), .main) { [stage] in
      stage.strategy?.flush()
      #expect(stage.shown == [1, 2])
      stage.submit(3)
    }
    stage.run()
    #expect(stage.deliveries.map(\.start).last == .microseconds(14_100))
  }

  @Test func intervalOfThreeTenthsOfASecondIsTheDefault() {
    #expect(ThrottlePolicy().interval == .milliseconds(300))
  }

  /// "Never again": the longest interval there is must not overflow a sum of times.
  @Test func longestIntervalShowsTheFirstUpdateAndWaits() async {
    await #expect(processExitsWith: .success) {
      let stage = Stage(.throttle(interval: .seconds(Int64.max), leading: .inSubmit))
      stage.at(.milliseconds(1), .main) { stage.submit(1) }
      stage.at(.milliseconds(2), .main) { stage.submit(2) }
      stage.run()
      precondition(stage.shown == [1], "The second update must wait.")
    }
  }

  /// The price its documentation states: the longer of interval and twice a delivery, plus one.
  @Test(arguments: [1, 4, 6, 25], [0, 2, 30])
  func latencyIsBounded(_ handler: Int, _ layout: Int) throws {
    let cost = handler + layout
    stage.cost = .milliseconds(handler)
    stage.layout = .milliseconds(layout)
    for number in 0..<500 {
      stage.at(.milliseconds(number), .background) { [stage] in stage.submit(number) }
    }
    stage.run()
    let bound = Duration.milliseconds(max(10, 2 * cost) + cost) + .microseconds(100)
    for delivery in stage.deliveries {
      let oldest = try #require(delivery.elements.first)
      #expect(delivery.end - .milliseconds(oldest) <= bound)
    }
  }
}
