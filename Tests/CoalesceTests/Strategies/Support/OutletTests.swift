import Coalesce
import CoalesceTesting
import Testing

@testable import CoalesceStrategies

@Suite struct OutletTests {
  private let shown = Recorder<Int>()
  private let scheduler = VirtualScheduler()

  private func outlet() -> Outlet<Int> { Outlet(scheduler) { [shown] in shown.record($0) } }

  @Test func secondCallerIsTurnedAwayAndReported() {
    let outlet = outlet()
    #expect(outlet.enter())
    #expect(outlet.isBusy)
    #expect(!outlet.enter())
    #expect(outlet.leave())
    #expect(outlet.enter())
    #expect(!outlet.leave())
  }

  @Test func deliveryTakesBeforeItCallsAndSaysWhenToGoAgain() {
    let outlet = outlet()
    var again = 0
    let deliverAndComeAgain = { (delivery: () -> Void) in
      delivery()
      #expect(!outlet.enter())
    }
    outlet.deliver({ 1 }, around: deliverAndComeAgain, again: { again += 1 })
    outlet.deliver({ nil }, again: { again += 1 })
    #expect(shown.all == [1])
    #expect(again == 1)
  }

  @Test func cancelledOutletCallsNothing() {
    let outlet = outlet()
    outlet.cancel()
    outlet.deliver({ 1 }, again: {})
    #expect(shown.all.isEmpty)
  }
}
