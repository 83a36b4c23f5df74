import Coalesce
import BenchLibrarySupport
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
    await coalescer.allDelivered()
    #expect(target.shown == [1, 2])
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
}
