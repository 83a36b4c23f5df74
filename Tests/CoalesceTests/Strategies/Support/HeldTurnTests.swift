import Coalesce
import CoalesceTesting
import Testing

@testable import CoalesceStrategies

@Suite struct HeldTurnTests {
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
