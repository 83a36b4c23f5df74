import BenchHarness
import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Dispatch
import Foundation
import TestSupport
import Testing

/// `onDelivery(to:)` on the real main actor: the target is held weakly.
struct TargetTests {
  @MainActor private final class Target {
    var shown: [Int] = []
  }

  private let coalescer = Coalescer<OrderedUpdates<Int>>(.nextPass)

  @Test @MainActor func handlerGetsTheTargetAndAllPendingUpdates() async {
    let target = Target()
    coalescer.submit(OrderedUpdates([1]))
    coalescer.onDelivery(to: target) { target, update in target.shown += update.elements }
    coalescer.submit(OrderedUpdates([2]))
    #expect(target.shown.isEmpty, "Never inside the call.")
    await coalescer.waitUntilDelivered()
    #expect(target.shown == [1, 2])
  }

  @Test @MainActor func targetIsHeldWeakly() {
    weak var freed: Target?
    do {
      let target = Target()
      freed = target
      coalescer.onDelivery(to: target) { _, _ in }
    }
    #expect(freed == nil)
  }

  @Test @MainActor func handlerOfAReleasedTargetIsReleased() async {
    let ends = Recorder<Bool>()
    attachToATargetThatIsGone { ends.record(DispatchScheduler.main.isMain) }
    #expect(ends.count == 0)
    coalescer.submit(OrderedUpdates([1]))
    for _ in 0..<1_000 where ends.count == 0 { try? await Task.sleep(for: .milliseconds(1)) }
    #expect(ends.all == [true])
    #expect(coalescer.pendingCount == 1)
  }

  @MainActor private func attachToATargetThatIsGone(atEnd: @escaping @Sendable () -> Void) {
    let target = Target()
    let probe = LockProbe(atEnd: atEnd)
    coalescer.onDelivery(to: target) { _, _ in withExtendedLifetime(probe) {} }
  }

  @Test @MainActor func flushDeliversBeforeItReturns() {
    let target = Target()
    coalescer.onDelivery(to: target) { target, update in target.shown += update.elements }
    coalescer.submit(OrderedUpdates([1]))
    coalescer.flush()
    #expect(target.shown == [1])
  }

  @Test func zeroOrInfinitePriceIsFatal() async {
    await #expect(processExitsWith: .failure) { _ = BalancedPolicy(price: 0) }
    await #expect(processExitsWith: .failure) { _ = BalancedPolicy(price: .infinity) }
  }

  @Test func invalidSettingStopsTheProcess() async {
    await #expect(processExitsWith: .failure) { _ = BudgetPolicy(share: 0) }
    await #expect(processExitsWith: .failure) { _ = Timeline(step: .zero) }
    await #expect(processExitsWith: .success) {
      _ = (BudgetPolicy(share: 1), Timeline(step: .nanoseconds(1)))
      _ = Coalescer<UpdateCount>(.nextPass).startRecording(capacity: 1)
      Coalescer<OrderedUpdates<Int>>(.nextPass).keepNewest(1)
    }
  }

  @Test func spendingMainThreadTimeOnAQueueIsFatal() async {
    await #expect(processExitsWith: .failure) {
      let time = VirtualScheduler()
      time.makeQueue(label: "q").async { _ in time.spend(.milliseconds(1)) }
      time.run()
    }
    await #expect(processExitsWith: .failure) {
      let time = VirtualScheduler()
      time.makeQueue(label: "q").async { _ in time.turnRunLoop() }
      time.run()
    }
  }

  @Test func memberMustShareItsGroupsScheduler() async {
    await #expect(processExitsWith: .failure) {
      let group = CoalescerGroup(.nextPass, scheduler: VirtualScheduler())
      _ = Coalescer<UpdateCount>(.nextPass, in: group, scheduler: VirtualScheduler()) { _ in }
    }
    await #expect(processExitsWith: .success) {
      let time = VirtualScheduler()
      let group = CoalescerGroup(.nextPass, scheduler: time)
      _ = Coalescer<UpdateCount>(.nextPass, in: group, scheduler: time) { _ in }
    }
  }
}
