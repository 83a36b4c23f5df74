import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// None, one, equal timestamps, slower than the interval, delivery dearer than the interval.
@Suite(.timeLimit(.minutes(15))) struct EdgeInputTests {
  /// To main, to a queue, and to main again: a strategy that does not wait by its rule lets a single
  /// update wait no longer.
  private let threeHops = Duration.microseconds(150)

  @Test(arguments: StrategyCase.allCases)
  func noUpdateMeansNoDelivery(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.run()
    #expect(stage.deliveries.isEmpty)
    #expect(stage.pendingCount == 0)
    #expect(stage.now == .zero)
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func oneUpdateIsOneDelivery(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    stage.at(.milliseconds(7), origin) { stage.submit(1) }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1]])
    #expect(
      stage.deliveries.allSatisfy { $0.start <= .milliseconds(7) + subject.longestWait + threeHops }
    )
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func updatesOfEqualTimeKeepTheirOrder(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    for number in 0..<50 {
      stage.at(.milliseconds(3), origin) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.shown == Array(0..<50))
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func updatesSlowerThanTheIntervalAreDeliveredOneByOne(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    let gap = max(.milliseconds(11), subject.longestWait)
    for number in 0..<20 {
      stage.at(gap * number, origin) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == (0..<20).map { [$0] })
    for (number, delivery) in stage.deliveries.enumerated() {
      #expect(delivery.start - gap * number <= subject.longestWait + threeHops)
    }
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func deliveryDearerThanTheIntervalLosesNothing(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject, cost: .milliseconds(25))
    for number in 0..<40 {
      stage.at(.milliseconds(5 * number), origin) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.shown == Array(0..<40))
    #expect(stage.deepest == 1)
    for (delivery, next) in zip(stage.deliveries, stage.deliveries.dropFirst()) {
      #expect(next.start >= delivery.end)
    }
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func hopThatCostsNothingLosesNothing(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject, hop: .zero)
    for number in 0..<40 {
      stage.at(.milliseconds(number / 4), origin) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.shown == Array(0..<40))
  }

  /// An update that carries nothing is not pending, so it must not look as if one were.
  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func emptyUpdateStrandsNoLaterOne(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    stage.at(.zero, origin) { stage.submit(1) }
    stage.at(.milliseconds(2), origin) { stage.strategy?.submit(OrderedUpdates([])) }
    stage.at(.milliseconds(3), origin) { stage.submit(2) }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.pendingCount == 0)
  }
}
