import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// What a cancelled strategy gives up.
@Suite(.timeLimit(.minutes(15))) struct ChangeSetsMemoryTests {
  @Test func rowsThatCameTooLateForACancelAreNotKept() {
    struct Row: Identifiable, Equatable, Sendable {
      let id = 1
      let probe: LockProbe

      static func == (left: Row, right: Row) -> Bool { left.id == right.id }
    }
    let ended = Recorder<Int>()
    let holder = Locked<ChangeSets<Row>?>(nil)
    let scheduler = VirtualScheduler()
    let strategy = ChangeSets<Row>(
      scheduler: scheduler,
      snapshot: {
        holder.withLock { $0 }?.cancel()
        return [Row(probe: LockProbe { ended.record(1) })]
      }, deliver: { _, _ in Issue.record("It was delivered.") })
    holder.withLock { $0 = strategy }
    scheduler.onMain {
      strategy.setNeedsUpdate()
      strategy.flush()
    }
    scheduler.run()
    #expect(ended.count == 1)
    holder.withLock { $0 = nil }
  }

  /// Rows and completions that are dropped may call out when they end; under the lock this would
  /// hang or trap.
  @Test func cancelDropsOutsideTheLock() {
    let stage = ListStage()
    var probe: LockProbe? = LockProbe { _ = stage.strategy?.pendingCount }
    weak let freed = probe
    stage.strategy?.submit(.one) { [probe] in withExtendedLifetime(probe) {} }
    probe = nil
    #expect(freed != nil)
    stage.strategy?.cancel()
    #expect(freed == nil)
  }
}
