import Coalesce
import CoalesceTesting
import Synchronization
import Testing

@testable import Mutants

@Suite struct BadLeakTests {
  /// An update that tells when it ends.
  private final class Counted: Sendable {
    let living: Living
    init(_ living: Living) {
      self.living = living
      living.count.add(1, ordering: .relaxed)
    }
    deinit { living.count.subtract(1, ordering: .relaxed) }
  }

  private final class Living: Sendable {
    let count = Atomic<Int>(0)
  }

  @Test func everyDeliveredUpdateIsKeptUntilTheStrategyIsDropped() {
    let living = Living()
    let scheduler = VirtualScheduler()
    let delivered = Locked(0)
    var strategy: (any UpdateStrategy<Counted>)? = BadLeak(scheduler: scheduler) { _ in
      delivered.withLock { $0 += 1 }
    }
    scheduler.at(nanoseconds: 0) {
      for _ in 0..<100 { strategy?.submit(Counted(living)) }
    }
    scheduler.run()
    #expect(delivered.withLock { $0 } == 100)
    #expect(strategy?.pendingCount == 0)
    #expect(living.count.load(ordering: .relaxed) == 100)
    strategy = nil
    #expect(living.count.load(ordering: .relaxed) == 0)
  }

  @Test func allIsShownInOrder() throws {
    let stage = try BadStage("bad-leak")
    for step in 0..<100 {
      stage.submit(2, atMilliseconds: Double(step), from: step % 2 == 0 ? .thread : .main)
    }
    stage.run()
    #expect(stage.shown == Array(1...200))
  }
}
