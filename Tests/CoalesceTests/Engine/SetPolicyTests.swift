import CoalesceTesting
import BenchLibrarySupport
import Testing

@testable import Coalesce
import CoalesceStrategies

/// `pace` and `resetTiming()` of a running coalescer also apply to pending updates.
struct SetPolicyTests {
  /// At a price of 1, an update that waits for 10 ms costs as much as a delivery of 10 ms.
  private static func balanced(price: Double) -> Pace {
    .balanced(price: price, deliveryCost: .milliseconds(10))
  }

  @Test(arguments: [(0.001, 1.0, 10_000), (1, 0.5, 20_000), (0.001, 10, 3_000), (1, 2, 5_000)])
  func newPriceAppliesToPendingUpdates(_ old: Double, _ new: Double, _ microseconds: Int) {
    let stage = Stage(Self.balanced(price: old))
    stage.at(.zero, .background) { stage.submit(1) }
    stage.at(.milliseconds(3), .background) {
      stage.coalescer?.pace = Self.balanced(price: new)
    }
    stage.run()
    #expect(stage.starts == [.microseconds(microseconds + 50)])
  }

  @Test(arguments: [(40, 5, 5_100), (40, 1, 3_050), (5, 40, 40_100)])
  func newIntervalAppliesToPendingUpdates(_ old: Int, _ new: Int, _ microseconds: Int) {
    let stage = Stage(.throttle(for: .milliseconds(old)))
    stage.at(.zero, .background) { stage.submit(1) }
    stage.at(.milliseconds(2), .background) { stage.submit(2) }
    stage.at(.milliseconds(3), .background) {
      stage.coalescer?.pace = .throttle(for: .milliseconds(new))
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1], [2]])
    #expect(stage.starts == [.microseconds(50), .microseconds(microseconds)])
  }

  @Test func paceIsTheOneGivenLast() {
    let list = Coalescer<UpdateCount>(.throttle(for: .milliseconds(20)))
    #expect(list.pace.policy.key == "throttle:interval=20.0ms")
    list.pace = .throttle(for: .milliseconds(30))
    #expect(list.pace.policy.key == "throttle:interval=30.0ms")
    list.pace = .nextPass
    #expect(list.pace.policy is NextPassPolicy)
  }

  /// The new policy hears of five updates: one as waiting since 0 ms, four as waiting since its start at 10 ms.
  @Test func newPolicyLearnsOfPendingUpdates() {
    let stage = Stage(.balancedEager(price: 1e-6, deliveryCost: .seconds(1)))
    stage.submit(0..<5, every: .milliseconds(1))
    stage.at(.milliseconds(10), .background) {
      #expect(stage.coalescer?.statistics.submissions == 5, "pending updates count")
      stage.coalescer?.pace = .balanced(price: 0.1, deliveryCost: .milliseconds(10))
    }
    stage.run()
    #expect(stage.starts == [.microseconds(28_050)], "when the waits add up to 10 + 5 · 18 ms")
  }

  /// Changes from every policy to every other while updates keep coming.
  @Test(arguments: DeliveryPauseTests.policies, DeliveryPauseTests.policies)
  func policyChangesLoseNoUpdate(_ from: Pace, _ to: Pace) {
    let stage = Stage(from, cost: .milliseconds(2))
    stage.submit(0..<60, every: .microseconds(700))
    for step in 0..<40 {
      stage.at(.microseconds(1_100 * step), step % 3 == 0 ? .main : .background) {
        guard let coalescer = stage.coalescer else { return }
        coalescer.pace = step % 2 == 0 ? to : from
      }
    }
    stage.run()
    #expect(stage.shown == Array(0..<60))
    #expect(stage.deepest == 1)
    #expect(stage.pendingCount == 0)
  }

  /// Only the policy under which a delivery began learns its cost; a policy set during the delivery does
  /// not.
  @Test(arguments: DeliveryPauseTests.policies)
  func policySetInADeliveryDoesNotLearnItsCost(_ pace: Pace) {
    let stage = Stage(pace, cost: .milliseconds(5))
    stage.inside = { elements in
      guard elements == [1] else { return }
      // A share so small that after a delivery of 5 ms the next one would wait for 5 s.
      stage.coalescer?.pace = pace.policy is BudgetPolicy ? .nextPass : .budget(share: 0.001)
      stage.submit(2)
    }
    stage.at(.zero, .background) {
      stage.coalescer?.submit(OrderedUpdates([1]), within: .zero)
    }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.starts.count == 2)
    #expect(stage.starts.last.map { $0 <= .microseconds(5_200) } == true, "\(stage.starts)")
  }

  /// A policy of the same type inherits the old one's state, even during a delivery.
  @Test func intervalCountsFromTheDeliveryThatChangedIt() {
    for (make, second) in [(Pace.throttle, 20), (Pace.throttleEndToStart, 25)] {
      let stage = Stage(make(.milliseconds(40)), hop: .zero)
      stage.cost = .milliseconds(5)
      stage.inside = { elements in
        guard elements == [1] else { return }
        stage.coalescer?.pace = make(.milliseconds(20))
        stage.submit(2)
      }
      stage.at(.zero, .background) { stage.submit(1) }
      stage.run()
      #expect(stage.starts == [.zero, .milliseconds(second)])
    }
  }

  @Test func newSettingsKeepTheLearntCost() {
    let stage = Stage(.balanced(price: 1), hop: .zero, cost: .milliseconds(10))
    stage.submit([0, 50], every: .milliseconds(1))
    stage.at(.milliseconds(100), .background) {
      stage.coalescer?.pace = .balanced(price: 0.5)
      stage.submit(100)
    }
    stage.run()
    #expect(stage.starts == [.zero, .milliseconds(50), .milliseconds(120)])
  }

  @Test(arguments: Origin.allCases)
  func resetDeliversPendingUpdatesInTheNextPass(_ origin: Origin) {
    let policies: [Pace] = [
      .throttle(for: .seconds(1)), .throttleEndToStart(for: .seconds(1)),
      .rateAdaptive(minimum: .seconds(1)), .budget(share: 0.000_1),
    ]
    for policy in policies {
      let stage = Stage(policy, cost: .milliseconds(1))
      // Two deliveries, because the cost of a single one is not trusted.
      stage.at(.zero, .main) {
        stage.submit(0)
        stage.coalescer?.flush()
      }
      stage.at(.milliseconds(2), .main) {
        stage.submit(1)
        stage.coalescer?.flush()
      }
      stage.at(.milliseconds(5), .background) { stage.submit(2) }
      stage.at(.milliseconds(7), origin) { stage.coalescer?.resetTiming() }
      stage.run()
      #expect(stage.deliveries.map(\.elements) == [[0], [1], [2]])
      #expect(stage.starts.last == .microseconds(7_050), "\(policy)")
    }
  }

  @Test func policyChangesDoNotExtendTheMaximumWait() {
    let time = VirtualScheduler()
    let start = Locked<UInt64?>(nil)
    let list = Coalescer<UpdateCount>(
      .debounce(for: .milliseconds(100), maximum: .milliseconds(300)), on: .scheduler(time)
    ) { _ in start.withLock { $0 = $0 ?? time.elapsedNanoseconds } }
    time.at(nanoseconds: 0) { list.setNeedsUpdate() }
    for step in 1...100 {
      time.at(nanoseconds: UInt64(step) * 50_000_000) {
        list.pace =
          step % 2 == 0
          ? .debounce(for: .milliseconds(100), maximum: .milliseconds(300))
          : .balanced(deliveryCost: .milliseconds(20), maximumWait: .milliseconds(300))
      }
    }
    time.run()
    #expect(start.withLock { $0 ?? .max } <= 301_000_000)
  }
}
