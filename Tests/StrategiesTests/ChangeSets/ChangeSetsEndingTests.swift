import BenchLibrarySupport
import Testing

/// Flush, cancel and drop at each step. A submission at 0 reaches the queue at 50 µs, the main thread at 100 µs.
struct ChangeSetsEndingTests {
  private let stage = ListStage()
  private let done = Recorder<String>()

  private func submit(_ rows: String, at time: Duration, _ origin: Origin = .background) {
    stage.at(time, origin) { [stage, done] in stage.submit(rows) { done.record(rows) } }
  }

  /// The first delivery ends before 1 ms; from then on, animations last 10 ms.
  private func prepare() {
    submit("1 2", at: .zero)
    stage.at(.milliseconds(1), .background) { [stage] in
      stage.animate = { completed in
        stage.at(stage.scheduler.now + .milliseconds(10), .main) { completed() }
      }
    }
  }

  // The main thread takes 50 µs to wake up, so these are 20 µs and 90 µs after the submission.
  @Test(arguments: [1_970, 2_040])
  func flushReloadsAndDiscardsThePendingDifference(_ time: Int) {
    prepare()
    submit("2 3", at: .milliseconds(2))
    stage.at(.microseconds(time), .main) { [stage] in
      stage.model = ListRow.list("2 3 4")
      stage.strategy?.flush()
      #expect(stage.view == ListRow.list("2 3 4"))
      #expect(stage.strategy?.pendingCount == 0)
    }
    stage.run()
    #expect(stage.updates.dropFirst() == [.reload(rows: ListRow.list("2 3 4"))])
    #expect(done.all == ["1 2", "2 3"])
  }

  @Test func flushOvertakesAnAnimationAndIgnoresItsEnd() {
    prepare()
    submit("2", at: .milliseconds(2))
    submit("2 3", at: .milliseconds(5))
    stage.at(.milliseconds(6), .main) { [stage, done] in
      stage.strategy?.flush()
      #expect(stage.view == ListRow.list("2 3"))
      #expect(done.all == ["1 2"])
    }
    submit("2 3 4", at: .milliseconds(7))
    stage.at(.milliseconds(14), .main) { [stage, done] in
      // The first animation ended at 12 ms; that of the reload ends at 16 ms.
      #expect(stage.deliveries.count == 3)
      #expect(done.all == ["1 2"])
    }
    stage.run()
    #expect(stage.view == ListRow.list("2 3 4"))
    #expect(done.all == ["1 2", "2", "2 3", "2 3 4"])
  }

  @Test func emptyFlushDuringAnAnimationDeliversNothing() {
    prepare()
    submit("2", at: .milliseconds(2))
    stage.at(.milliseconds(6), .main) { [stage] in
      stage.strategy?.flush()
      #expect(stage.deliveries.count == 2)
    }
    stage.run()
    #expect(stage.deliveries.count == 2)
  }

  @Test(arguments: [false, true]) func snapshotTakenDuringAFlushMayFlushOrCancel(cancels: Bool) {
    stage.afterSnapshot = { [stage] in
      if cancels { stage.strategy?.cancel() } else { stage.strategy?.flush() }
    }
    stage.submit("1")
    stage.strategy?.flush()
    stage.run()
    #expect(stage.updates == (cancels ? [] : [.reload(rows: ListRow.list("1"))]))
  }

  @Test(arguments: [1_970, 2_040, 5_000])
  func cancelAtAnyStepEndsDeliveries(_ time: Int) {
    prepare()
    submit("2 3", at: .milliseconds(2))
    submit("4", at: .milliseconds(3))
    stage.at(.microseconds(time), .main) { [stage] in
      stage.strategy?.cancel()
      #expect(stage.strategy?.pendingCount == 0)
    }
    submit("5", at: .milliseconds(6))
    stage.at(.milliseconds(30), .main) { [stage] in stage.strategy?.flush() }
    stage.run()
    #expect(stage.deliveries.count == (time == 5_000 ? 2 : 1))
    #expect(done.all == ["1 2"])
    #expect(stage.strategy?.pendingCount == 0)
  }

  @Test(arguments: [2_000, 2_020, 2_060, 5_000])
  func droppingTheStrategyAtAnyStepFreesItAndEndsDeliveries(_ time: Int) {
    prepare()
    submit("2 3", at: .milliseconds(2))
    submit("4", at: .milliseconds(3))
    weak let strategy = stage.strategy
    stage.at(.microseconds(time), .background) { [stage] in
      stage.drop()
      #expect(strategy == nil)
    }
    stage.run()
    #expect(stage.deliveries.count == (time == 5_000 ? 2 : 1))
    #expect(done.all == ["1 2"])
  }

  @Test func cancelOrDropInASnapshotPreventsTheDelivery() {
    for isDropped in [true, false] {
      let stage = ListStage()
      weak let strategy = stage.strategy
      stage.afterSnapshot = {
        if isDropped { stage.drop() } else { stage.strategy?.cancel() }
        #expect((strategy == nil) == isDropped)
      }
      stage.at(.zero, .background) { stage.submit("1") }
      stage.run()
      #expect(stage.deliveries.isEmpty)
    }
  }

  /// An object captured by a dropped completion may call the strategy in its deinit, which would hang under the
  /// lock.
  @Test func cancelDropsCompletionsOutsideTheLock() {
    var probe: LockProbe? = LockProbe { [stage] in _ = stage.strategy?.pendingCount }
    weak let freed = probe
    stage.strategy?.submit(.one) { [probe] in withExtendedLifetime(probe) {} }
    probe = nil
    #expect(freed != nil)
    stage.strategy?.cancel()
    #expect(freed == nil)
  }
}
