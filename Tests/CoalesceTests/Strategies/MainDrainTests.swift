import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// The rule of `MainDrain` without a budget.
@Suite struct MainDrainTests {
  private let stage = Stage(.mainDrain)

  @Test func updateOnMainIsDeliveredInsideSubmit() {
    stage.at(.zero, .main) { [stage] in
      for number in 1...3 {
        stage.submit(number)
        #expect(stage.shown.last == number)
      }
    }
    stage.run()
  }

  @Test func updateOnMainIsDeliveredAfterThoseBeforeIt() {
    stage.at(.zero, .main) { [stage] in
      stage.submit(3)
      #expect(stage.shown == [1, 2, 3])
    }
    stage.at(.microseconds(10), .background) { [stage] in stage.submit(1, 2) }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
  }

  @Test func anyNumberOfWaitingUpdatesTakesOneHop() {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let drain = MainDrain<UpdateCount>(scheduler: double) { _ in }
    for burst in 1...3 {
      for _ in 0..<1_000 { drain.setNeedsUpdate() }
      #expect(double.postCount == burst)
      scheduler.run()
      #expect(drain.pendingCount == 0)
    }
  }

  @Test func deliveriesAreSerialAndNeverNested() {
    let scheduler = VirtualScheduler()
    let log = Recorder<String>()
    let later = Locked<() -> Void>({})
    let drain = MainDrain<NewestValue<String>>(scheduler: scheduler) { update in
      log.record("\(update.value)-begin")
      if update.value == "A" { later.withLock { $0 }() }
      log.record("\(update.value)-end")
    }
    later.withLock { $0 = { [unowned drain] in drain.submit(NewestValue("B")) } }
    scheduler.onMain {
      drain.submit(NewestValue("A"))
      #expect(log.all == ["A-begin", "A-end", "B-begin", "B-end"])
    }
    scheduler.run()
    #expect(log.count == 4)
  }

  @Test func drainTakesWhatArrivesWhileItDrains() {
    stage.cost = .milliseconds(2)
    for number in 0..<20 {
      stage.at(.milliseconds(number), .background) { [stage] in stage.submit(number) }
    }
    var turns = 0
    stage.scheduler.turnDidEnd = { [stage] in
      turns += 1
      if turns == 1 { #expect(stage.shown == Array(0..<20)) }
    }
    stage.run()
    #expect(stage.shown.count == 20)
  }
}
