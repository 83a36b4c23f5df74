import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Testing

/// The rule of `MainDrain`, without a budget and with one of 8 ms.
@Suite(.timeLimit(.minutes(15))) struct MainDrainTests {
  /// With the budget.
  private let stage = Stage(.mainDrainBounded, cost: .milliseconds(3))

  @Test func anyNumberOfWaitingUpdatesTakesOneHop() {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let drain = MainDrain<UpdateCount>(scheduler: double) { _ in }
    for burst in 1...3 {
      scheduler.at(nanoseconds: scheduler.nowNanoseconds) {
        for _ in 0..<1_000 { drain.setNeedsUpdate() }
        #expect(double.postCount == burst)
      }
      scheduler.run()
      #expect(drain.pendingCount == 0)
    }
  }

  @Test func drainTakesWhatArrivesWhileItDrains() {
    let stage = Stage(.mainDrain, cost: .milliseconds(2))
    for number in 0..<20 {
      stage.at(.milliseconds(number), .background) { stage.submit(number) }
    }
    var turns = 0
    stage.scheduler.turnDidEnd = {
      turns += 1
      if turns == 1 { #expect(stage.shown == Array(0..<20)) }
    }
    stage.run()
    #expect(stage.shown.count == 20)
  }

  @Test func otherWorkOfMainGetsInBetweenAfterTheBudget() {
    var shownBeforeOther: [Int] = []
    stage.at(.zero, .background) { [stage] in stage.submit(1, 2, 3, 4, 5, 6, 7) }
    stage.at(.milliseconds(1), .main) { [stage] in shownBeforeOther = stage.shown }
    stage.run()
    #expect(shownBeforeOther == [1, 2, 3])
    #expect(stage.shown == [1, 2, 3, 4, 5, 6, 7])
  }

  /// A hop that is posted while a drain is under way would stand before what came to main after it.
  @Test func otherWorkWaitsForOneDrainAtMostHoweverFastUpdatesCome() {
    for number in 0..<100 {
      stage.at(.milliseconds(number), .background) { [stage] in stage.submit(number) }
    }
    var heard: [Duration] = []
    for beat in 1...9 {
      stage.at(.milliseconds(10 * beat), .main) { [stage] in
        heard.append(stage.now - .milliseconds(10 * beat))
      }
    }
    stage.run()
    #expect(heard.count == 9)
    #expect(heard.allSatisfy { $0 <= .milliseconds(9) + .microseconds(50) }, "\(heard)")
  }

  @Test func eachTurnKeepsToTheBudgetAndOneDelivery() {
    stage.at(.zero, .background) { [stage] in
      for number in 0..<20 { stage.submit(number) }
    }
    var shownAtTurn: [Int] = []
    stage.scheduler.turnDidEnd = { [stage] in shownAtTurn.append(stage.shown.count) }
    stage.run()
    #expect(shownAtTurn == [3, 6, 9, 12, 15, 18, 20])
  }

  @Test func budgetThatIsSpentExactlyAllowsNoMore() {
    let stage = Stage(cost: .milliseconds(1)) {
      MainDrain(budget: .milliseconds(2), scheduler: $0, deliver: $1)
    }
    var shownAtTurn: [Int] = []
    stage.scheduler.turnDidEnd = { shownAtTurn.append(stage.shown.count) }
    stage.at(.zero, .background) { stage.submit(1, 2, 3, 4, 5) }
    stage.run()
    #expect(shownAtTurn == [2, 4, 5])
  }

  @Test func submissionsOnMainShareTheBudgetOfTheirPass() {
    stage.at(.zero, .main) { [stage] in
      for number in 0..<5 { stage.submit(number) }
      #expect(stage.shown == [0, 1, 2])
      #expect(stage.pendingCount == 2)
    }
    stage.run()
    #expect(stage.shown == [0, 1, 2, 3, 4])
  }

  /// The budget is for one pass of main; what a pass long ago used up must not count.
  @Test func budgetIsFreshInALaterPass() {
    for second in 0..<10 {
      stage.at(.seconds(second), .main) { [stage] in
        stage.submit(second)
        #expect(stage.shown.last == second, "in second \(second)")
      }
    }
    stage.run()
    #expect(stage.shown == Array(0..<10))
  }

  /// Three deliveries of 3 ms have spent the 8 ms, and nothing is left.
  @Test func postedDrainThatIsOverLeavesTheWholeBudget() {
    stage.at(.zero, .background) { [stage] in stage.submit(1, 2, 3) }
    stage.at(.milliseconds(20), .main) { [stage] in
      #expect(stage.shown == [1, 2, 3])
      stage.submit(4)
      #expect(stage.shown == [1, 2, 3, 4])
    }
    stage.run()
  }

  @Test func flushIgnoresTheBudget() {
    stage.at(.zero, .main) { [stage] in
      stage.submit(1, 2, 3, 4, 5, 6, 7)
      stage.strategy?.flush()
      #expect(stage.shown == [1, 2, 3, 4, 5, 6, 7])
    }
    stage.run()
  }

  /// The least budget is one delivery a pass, or nothing would ever be delivered.
  @Test(arguments: Origin.allCases, [Duration.zero, .milliseconds(-1)])
  func budgetOfNothingStillDelivers(_ origin: Origin, _ budget: Duration) {
    let stage = Stage(cost: .milliseconds(3)) {
      MainDrain(budget: budget, scheduler: $0, deliver: $1)
    }
    stage.at(.zero, origin) { stage.submit(1, 2, 3) }
    var turns = 0
    stage.scheduler.turnDidEnd = {
      turns += 1
      // A drain that gets nowhere would post itself for ever.
      if turns == 100 { stage.strategy?.cancel() }
    }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
    #expect(turns < 100)
  }

  @Test(arguments: [true, false]) func flushPostsOnlyForWhatCameMeanwhile(_ somethingComes: Bool) {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let isFirst = Locked(somethingComes)
    let drains = Locked<MainDrain<UpdateCount>?>(nil)
    let drain = MainDrain<UpdateCount>(scheduler: double) { _ in
      let submits = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if submits { drains.withLock { $0 }?.setNeedsUpdate() }
    }
    drains.withLock { $0 = drain }
    // Comes to main before the hop of what is submitted then.
    scheduler.onMain(at: .zero) {
      #expect(double.postCount == 1)
      drain.flush()
      #expect(drain.pendingCount == (somethingComes ? 1 : 0))
    }
    scheduler.at(nanoseconds: 0) { drain.setNeedsUpdate() }
    scheduler.run()
    // The hop that was on its way serves both.
    #expect(double.postCount == 1)
    #expect(drain.pendingCount == 0)
    scheduler.onMain(at: scheduler.now) {
      drain.flush()
      #expect(double.postCount == 1)
    }
    scheduler.run()
    drains.withLock { $0 = nil }
  }
}

/// The rule of `Naive`.
@Suite(.timeLimit(.minutes(15))) struct NaiveTests {
  private let stage = Stage(.naive)

  @Test(arguments: Origin.allCases)
  func hundredUpdatesAreHundredDeliveries(_ origin: Origin) {
    stage.at(.zero, origin) { [stage] in
      for number in 0..<100 { stage.submit(number) }
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == (0..<100).map { [$0] })
  }

  static let inline: [StrategyCase] = [.naive, .mainDrain, .mainDrainBounded]

  @Test(arguments: inline)
  func updateOnMainIsDeliveredInsideSubmit(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .main) {
      for number in 1...3 {
        stage.submit(number)
        #expect(stage.shown.last == number)
      }
    }
    stage.run()
  }

  @Test(arguments: inline)
  func updateOnMainIsDeliveredAfterThoseBeforeIt(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .main) {
      stage.submit(3)
      #expect(stage.shown == [1, 2, 3])
    }
    stage.at(.microseconds(10), .background) { stage.submit(1, 2) }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
  }

  /// The registry's `row-changes`.
  @Test(arguments: Origin.allCases)
  func withAlwaysHopsNothingIsDeliveredInsideSubmitAndNothingMerged(_ origin: Origin) {
    let stage = Stage(.rowChanges)
    stage.at(.zero, origin) {
      for number in 0..<50 { stage.submit(number) }
      #expect(stage.shown.isEmpty)
      #expect(stage.pendingCount == 50)
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == (0..<50).map { [$0] })
  }

  @Test func withAlwaysHopsAnUpdateOnMainHasAHopOfItsOwn() {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let naive = Naive<UpdateCount>(alwaysHops: true, scheduler: double) { _ in }
    scheduler.onMain {
      for _ in 0..<100 { naive.setNeedsUpdate() }
    }
    scheduler.run()
    #expect(double.postCount == 100)
  }

  @Test func eachUpdateFromTheBackgroundHasAHopOfItsOwn() throws {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let naive = Naive<UpdateCount>(scheduler: double) { _ in }
    scheduler.at(nanoseconds: 0) {
      for _ in 0..<100 { naive.setNeedsUpdate() }
    }
    scheduler.run()
    #expect(double.postCount == 100)
    #expect(naive.pendingCount == 0)
  }
}
