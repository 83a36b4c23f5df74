import Coalesce
import CoalesceTesting
import Testing

@testable import CoalesceStrategies

@Suite(.timeLimit(.minutes(15))) struct DelayedUpdatesTests {
  private let scheduler = VirtualScheduler(hop: .zero)
  private let shown = Recorder<Int>()

  private func delayed(timerError: Duration = .zero) -> (DelayedUpdates<Int>, SchedulerDouble) {
    let double = SchedulerDouble(scheduler, timerError: timerError)
    let delayed = DelayedUpdates<Int>(scheduler: double)
    delayed.setHandler { [shown] in shown.record($0) }
    return (delayed, double)
  }

  @Test(arguments: [-5, 0, 5])
  func updatesComeInTheOrderOfTheirTimes(_ timerError: Int) {
    let (delayed, double) = delayed(timerError: .nanoseconds(timerError))
    var random = SeededGenerator(seed: 3)
    let times = (0..<500).map { _ in UInt64.random(in: 0..<100, using: &random) }
    for (number, time) in times.enumerated() { delayed.add(number, atNanoseconds: time) }
    #expect(delayed.count == 500)
    #expect(double.setTimerCount == 1)
    scheduler.run()
    #expect(shown.all == times.indices.sorted { (times[$0], $0) < (times[$1], $1) })
    #expect(delayed.count == 0)
    #expect(double.setTimerCount == 0)
  }

  @Test func earlierOneSetsTheTimerAnew() {
    let (delayed, _) = delayed()
    delayed.add(1, atNanoseconds: 50)
    delayed.add(2, atNanoseconds: 20)
    scheduler.run(untilNanoseconds: 30)
    #expect(shown.all == [2])
    scheduler.run()
    #expect(shown.all == [2, 1])
  }

  @Test func takingBeforeTheTimeLeavesTheRestToTheTimer() {
    let (delayed, double) = delayed()
    #expect(delayed.popFirst() == nil)
    delayed.add(1, atNanoseconds: 50)
    delayed.add(2, atNanoseconds: 20)
    #expect(delayed.popFirst() == 2)
    #expect(double.setTimerCount == 1)
    scheduler.run()
    #expect(shown.all == [1])
    delayed.add(3, atNanoseconds: 90)
    #expect(delayed.popFirst() == 3)
    #expect(double.setTimerCount == 0)
  }

  @Test func removingAllLeavesNoTimer() {
    let (delayed, double) = delayed()
    delayed.removeAll()
    delayed.add(1, atNanoseconds: 50)
    delayed.removeAll()
    #expect(delayed.count == 0)
    #expect(double.setTimerCount == 0)
    delayed.add(2, atNanoseconds: 60)
    scheduler.run()
    #expect(shown.all == [2])
  }

  /// What is dropped may call out when it ends; under the lock this would hang.
  @Test func removingAllDropsOutsideTheLock() {
    let delayed = DelayedUpdates<LockProbe>(scheduler: scheduler)
    let wasOpen = Recorder<Bool>()
    delayed.add(
      LockProbe { [unowned delayed] in wasOpen.record(delayed.count == 0) }, atNanoseconds: 1)
    delayed.removeAll()
    #expect(wasOpen.all == [true])
  }

  @Test func oneThatIsHandedOverStillCounts() {
    let delayed = DelayedUpdates<Int>(scheduler: scheduler)
    let counts = Recorder<Int>()
    delayed.setHandler { [unowned delayed] _ in counts.record(delayed.count) }
    for number in 0..<3 { delayed.add(number, atNanoseconds: 5) }
    scheduler.run()
    #expect(counts.all == [3, 2, 1])
    #expect(delayed.count == 0)
  }
}

@Suite(.timeLimit(.minutes(15))) struct HeldTurnTests {
  private let scheduler = VirtualScheduler(hop: .zero)
  private let ends = Recorder<Int>()

  @Test func turnEndsOnce() {
    let turn = HeldTurn(scheduler: scheduler)
    turn.end()
    #expect(!turn.isHeld)
    turn.begin { [ends] in ends.record(1) }
    #expect(turn.isHeld)
    turn.end()
    turn.end()
    #expect(ends.all == [1])
    #expect(!turn.isHeld)
  }

  @Test func droppedWhileHeldTheTurnEnds() {
    var turn: HeldTurn? = HeldTurn(scheduler: scheduler)
    turn?.begin { [ends] in ends.record(1) }
    turn = nil
    #expect(ends.all == [1])
  }

  @Test func looksAgainOnlyWhileItIsHeld() {
    let double = SchedulerDouble(scheduler)
    let turn = HeldTurn(scheduler: double)
    let looks = Recorder<UInt64>()
    turn.setHandler { [scheduler] in looks.record(scheduler.nowNanoseconds) }
    turn.lookAgain(atNanoseconds: 5)
    #expect(double.setTimerCount == 0)
    turn.begin {}
    turn.lookAgain(atNanoseconds: 7)
    #expect(double.setTimerCount == 1)
    scheduler.run()
    #expect(looks.all == [7])
    turn.lookAgain(atNanoseconds: 9)
    turn.end()
    #expect(double.setTimerCount == 0)
    scheduler.run()
    #expect(looks.all == [7])
  }

  /// The queue may begin its next turn inside `release`.
  @Test func nextTurnMayBeginInsideTheEndOfTheOneBefore() {
    let turn = HeldTurn(scheduler: scheduler)
    turn.begin { [ends, unowned turn] in
      ends.record(1)
      turn.begin { ends.record(2) }
    }
    turn.end()
    #expect(turn.isHeld)
    turn.end()
    #expect(ends.all == [1, 2])
  }
}

@Suite(.timeLimit(.minutes(15))) struct OutletTests {
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

  /// It may hold a view.
  @Test func handlerEndsOnMainWhereverTheOutletDoes() {
    let endsOnMain = Recorder<Bool>()
    let probe = Locked<LockProbe?>(
      LockProbe { [scheduler] in endsOnMain.record(scheduler.isMain) })
    var outlet: Outlet<Int>? = probe.withLock { probe in
      defer { probe = nil }
      return Outlet(scheduler) { [probe] _ in withExtendedLifetime(probe) {} }
    }
    #expect(outlet?.isBusy == false)
    scheduler.at(.zero, .background) { outlet = nil }
    scheduler.run()
    #expect(endsOnMain.all == [true])
  }
}

@Suite(.timeLimit(.minutes(15))) struct UpdateBufferTests {
  @Test func updatesComeOutInOrder() {
    let buffer = UpdateBuffer<Int>()
    #expect(buffer.popFirst() == nil)
    #expect(buffer.append(1))
    #expect(!buffer.append(2))
    #expect(buffer.count == 2)
    #expect(buffer.popFirst() == 1)
    #expect(buffer.popFirst() == 2)
    #expect(buffer.append(3))
  }

  @Test func removeAllDropsEverything() {
    let buffer = UpdateBuffer<Int>()
    _ = buffer.append(1)
    buffer.removeAll()
    #expect(buffer.count == 0)
    #expect(buffer.popFirst() == nil)
  }

  /// What is dropped may call out when it ends; under the lock this would hang.
  @Test func removeAllDropsOutsideTheLock() {
    let buffer = UpdateBuffer<LockProbe>()
    let wasOpen = Recorder<Bool>()
    _ = buffer.append(LockProbe { [unowned buffer] in wasOpen.record(buffer.count == 0) })
    buffer.removeAll()
    #expect(wasOpen.all == [true])
  }
}
