import Coalesce
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// Setting, replacing and releasing handlers.
struct AttachTests {
  private let scheduler = VirtualScheduler()
  private let shown = Recorder<String>()

  private func coalescer(_ pace: Pace = .nextPass) -> Coalescer<OrderedUpdates<Int>> {
    Coalescer(pace, on: .scheduler(scheduler))
  }

  @Test(arguments: DeliveryPauseTests.policies, Origin.allCases)
  func submissionsWaitUntilAHandlerIsSet(_ pace: Pace, _ origin: Origin) {
    let coalescer = coalescer(pace)
    for number in 1...3 {
      scheduler.at(.milliseconds(100 * number), origin) {
        coalescer.submit(OrderedUpdates([number]), within: .milliseconds(number))
      }
    }
    scheduler.run()
    #expect(coalescer.pendingCount == 3)
    scheduler.at(.seconds(5), origin) { [shown] in
      coalescer.handle { shown.record("\($0.elements)") }
      #expect(shown.count == 0)
    }
    scheduler.run()
    #expect(shown.all == ["[1, 2, 3]"])
    #expect(scheduler.now < .seconds(5) + .milliseconds(1))
  }

  @Test func secondHandlerReplacesTheFirst() {
    let coalescer = coalescer()
    coalescer.handle { [shown] in shown.record("first \($0.elements)") }
    coalescer.submit(OrderedUpdates([1]))
    scheduler.run()
    coalescer.submit(OrderedUpdates([2]))
    coalescer.handle { [shown] in shown.record("second \($0.elements)") }
    coalescer.submit(OrderedUpdates([3]))
    scheduler.run()
    #expect(shown.all == ["first [1]", "second [2, 3]"])
  }

  @Test func replacedHandlerIsReleased() {
    let coalescer = coalescer()
    coalescer.onDelivery(keeping("first"))
    coalescer.handle { _ in }
    #expect(shown.all == ["first"])
  }

  @Test func cancelledCoalescerKeepsNoHandler() {
    let coalescer = coalescer()
    coalescer.submit(OrderedUpdates([1]))
    coalescer.cancel()
    coalescer.onDelivery(keeping("late"))
    #expect(shown.all == ["late"])
    scheduler.run()
    #expect(coalescer.isCancelled)
    #expect(coalescer.pendingCount == 0)
  }

  /// A handler that records its release.
  private func keeping(_ name: String) -> @Sendable (OrderedUpdates<Int>) -> Void {
    let probe = LockProbe { [shown] in shown.record(name) }
    return { _ in withExtendedLifetime(probe) {} }
  }
}
