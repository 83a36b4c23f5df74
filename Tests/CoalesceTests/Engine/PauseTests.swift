import Coalesce
import CoalesceTesting
import Testing

/// `pause()` and `resume()`: nothing in between, nothing lost.
struct PauseTests {
  static let policies: [Pace] = [
    .nextPass, .throttle(for: .milliseconds(10)),
    .throttle(for: .milliseconds(10), leading: .inSubmit),
    .throttle(for: .milliseconds(10), counting: .endToStart), .rateAdaptive(),
    .debounce(for: .milliseconds(10)), .frame(), .balanced(), .balancedEager(),
    Pace(BalancedRowsPolicy()), .budget(),
  ]

  private func stage(_ index: Int) -> Stage { Stage(Self.policies[index]) }

  @Test(arguments: policies.indices, Origin.allCases)
  func whatComesInAPauseIsDeliveredTogetherWhenItEnds(_ index: Int, _ origin: Origin) {
    let stage = stage(index)
    stage.at(.zero, origin) { stage.coalescer?.pause() }
    for number in 1...50 {
      stage.at(.milliseconds(4 * number), origin) { stage.submit(number) }
    }
    stage.at(.milliseconds(300), origin) {
      #expect(stage.shown.isEmpty)
      #expect(stage.pendingCount == 50)
      stage.coalescer?.resume()
      #expect(stage.shown.isEmpty)
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [Array(1...50)])
    #expect(stage.starts == [.microseconds(300_050)])
  }

  @Test(arguments: policies.indices)
  func pauseWinsOverBoundsAndFlush(_ index: Int) {
    let stage = stage(index)
    stage.at(.zero, .main) { stage.coalescer?.pause() }
    stage.at(.milliseconds(5), .main) {
      stage.submit(1)
      stage.coalescer?.submit(OrderedUpdates([2]), within: .zero)
      stage.coalescer?.submit(OrderedUpdates([3]), within: .milliseconds(16))
      stage.strategy?.flush()
      stage.coalescer?.resetTiming()
    }
    stage.at(.seconds(5), .main) {
      #expect(stage.shown.isEmpty)
      stage.coalescer?.resume()
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1, 2, 3]])
    #expect(stage.starts == [.seconds(5) + .microseconds(50)], "a bound is met when it ends")
  }

  /// Whatever its policy would wait for.
  @Test(arguments: policies.indices)
  func pauseThatEndsByItselfIsCaughtUpWithAtOnce(_ index: Int) {
    let stage = stage(index)
    stage.at(.zero, .background) { stage.coalescer?.pause(atMost: .milliseconds(101)) }
    stage.at(.milliseconds(100), .background) { stage.submit(1) }
    stage.run()
    #expect(stage.starts == [.milliseconds(101) + .microseconds(50)])
  }

  @Test(arguments: policies.indices)
  func pauseHoldsBackWhatHasItsHopOrItsTimerAlready(_ index: Int) {
    let stage = stage(index)
    stage.at(.zero, .background) { stage.submit(1) }
    // Before main has woken up.
    stage.at(.microseconds(10), .background) { stage.coalescer?.pause() }
    stage.at(.seconds(5), .background) {
      #expect(stage.shown.isEmpty)
      stage.coalescer?.resume()
    }
    stage.run()
    #expect(stage.starts == [.seconds(5) + .microseconds(50)])
  }

  @Test(arguments: policies.indices)
  func pauseThatEndsBeforeTheHopArrivesMakesOneDelivery(_ index: Int) {
    let stage = stage(index)
    stage.at(.zero, .background) {
      stage.submit(1)
      stage.coalescer?.pause()
      stage.submit(2)
      stage.coalescer?.resume()
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1, 2]])
    #expect(stage.starts == [.microseconds(50)])
  }

  @Test(arguments: policies.indices)
  func pauseInsideADeliveryHoldsBackTheNext(_ index: Int) {
    let stage = stage(index)
    stage.cost = .milliseconds(3)
    stage.inside = { elements in
      guard elements == [1] else { return }
      stage.coalescer?.pause()
      stage.submit(2)
    }
    stage.at(.zero, .background) { stage.submit(1) }
    stage.at(.seconds(3), .background) {
      #expect(stage.shown == [1])
      stage.coalescer?.resume()
    }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.deepest == 1)
  }

  @Test(arguments: policies.indices)
  func pauseTwiceIsOnceAndSoIsResume(_ index: Int) {
    let stage = stage(index)
    stage.at(.zero, .background) {
      for _ in 0..<2 { stage.coalescer?.pause() }
      stage.submit(1)
      for _ in 0..<2 { stage.coalescer?.resume() }
    }
    stage.at(.seconds(3), .background) { stage.submit(2) }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1], [2]])
  }

  @Test(arguments: policies.indices)
  func pauseWithNothingInItChangesNothing(_ index: Int) {
    let stage = stage(index)
    stage.at(.zero, .background) {
      stage.coalescer?.pause()
      stage.coalescer?.resume()
    }
    stage.run()
    #expect(stage.deliveries.isEmpty)
    stage.at(.seconds(3), .background) { stage.submit(1) }
    stage.run()
    #expect(stage.shown == [1])
  }

  @Test func noTimerIsSetInAPause() throws {
    let (stage, scheduler) = try Stage.counting {
      Coalescer(.debounce(), scheduler: $0, onDelivery: $1)
    }
    stage.submit(1)
    #expect(scheduler.setTimerCount == 1)
    stage.coalescer?.pause()
    #expect(scheduler.setTimerCount == 0)
    stage.submit(2)
    #expect(scheduler.setTimerCount == 0)
    stage.run()
    #expect(stage.shown.isEmpty)
  }
}
