import Coalesce
import CoalesceStrategies
import CoalesceTesting
import TestSupport
import Testing

/// The rule of a throttle, with an interval of 10 ms and the leading edge inside `submit`.
struct ThrottleTests {
  private let stage = Stage(.throttleInSubmit(for: .milliseconds(10)))

  private func throttle() throws -> Coalescer<OrderedUpdates<Int>> {
    try #require(stage.coalescer)
  }

  @Test func firstBackgroundUpdateIsDeliveredInTheNextPass() {
    stage.at(.zero, .background) { [stage] in stage.submit(1) }
    stage.run()
    #expect(stage.deliveries.map(\.start) == [.microseconds(50)])
  }

  @Test(arguments: Origin.allCases)
  func burstCausesALeadingAndATrailingDelivery(_ origin: Origin) {
    for number in 0..<90 {
      stage.at(.microseconds(100 * number), origin) { [stage] in stage.submit(number) }
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[0], Array(1..<90)])
    // The first delivery comes one dispatch after its update, the second one dispatch after the interval.
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

  @Test func negativeIntervalCountsAsZero() throws {
    try throttle().setPace(.throttleInSubmit(for: .milliseconds(-5)))
    stage.at(.zero, .main) { [stage] in stage.submit(1, 2, 3) }
    stage.run()
    // The others come in the main thread's next pass, when the first is on screen.
    #expect(stage.deliveries.map(\.elements) == [[1], [2, 3]])
    #expect(stage.deliveries.map(\.start) == [.microseconds(50), .microseconds(50)])
  }

  @Test func intervalDefaultsToATenthOfASecond() {
    let stage = Stage(.throttle(), hop: .zero)
    stage.at(.zero, .background) { stage.submit(1) }
    stage.at(.milliseconds(1), .background) { stage.submit(2) }
    stage.run()
    #expect(stage.starts == [.zero, .milliseconds(100)])
  }
}
