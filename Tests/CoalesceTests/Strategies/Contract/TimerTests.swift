import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// Timers: never exact, and never set where nothing waits.
@Suite(.timeLimit(.minutes(15))) struct TimerTests {
  private func stage(
    _ subject: StrategyCase, timerError: Duration = .zero
  ) throws -> (Stage, SchedulerDouble) {
    var double: SchedulerDouble?
    let wrap = { (base: VirtualScheduler) in
      let scheduler = SchedulerDouble(base, timerError: timerError)
      double = scheduler
      return scheduler as any UpdateScheduler
    }
    let stage = Stage(wrap: wrap) { subject.make($0, deliver: $1) }
    return (stage, try #require(double))
  }

  @Test(arguments: StrategyCase.allCases, [-1_000, -999, -1, 1, 500, 1_000])
  func timerThatIsNotExactLosesNothing(_ subject: StrategyCase, _ microseconds: Int) throws {
    for origin in Origin.allCases {
      let (stage, _) = try stage(subject, timerError: .microseconds(microseconds))
      for number in 0..<100 {
        stage.at(.microseconds(number * number * 10), origin) { stage.submit(number) }
      }
      stage.run()
      #expect(stage.shown == Array(0..<100))
      #expect(stage.deepest == 1)
      #expect(stage.pendingCount == 0)
    }
  }

  @Test(arguments: StrategyCase.allCases, [0, 3, 25])
  func noTimerIsSetWhereNothingIsPending(_ subject: StrategyCase, _ cost: Int) throws {
    let (stage, double) = try stage(subject)
    stage.cost = .milliseconds(cost)
    for number in 0..<60 {
      let origin: Origin = number.isMultiple(of: 3) ? .main : .background
      stage.at(.microseconds(number * number * 40), origin) { stage.submit(number) }
    }
    var quiet = 0
    for step in 0..<800 {
      stage.at(.microseconds(step * 500), .background) {
        guard stage.pendingCount == 0, !stage.isDelivering else { return }
        quiet += 1
        #expect(double.setTimerCount == 0, "at \(stage.now)")
      }
    }
    stage.run()
    #expect(quiet > 0)
    #expect(double.setTimerCount == 0)
  }

  @Test(arguments: StrategyCase.allCases)
  func flushLeavesNoTimer(_ subject: StrategyCase) throws {
    let (stage, double) = try stageWithUpdates(subject)
    stage.at(.milliseconds(5), .main) {
      stage.strategy?.flush()
      #expect(stage.shown == [1, 2, 3])
      #expect(double.setTimerCount == 0)
    }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func cancelLeavesNoTimer(_ subject: StrategyCase, _ origin: Origin) throws {
    let (stage, double) = try stageWithUpdates(subject)
    stage.at(.milliseconds(5), origin) {
      stage.strategy?.cancel()
      #expect(double.setTimerCount == 0)
      stage.submit(4)
      #expect(double.setTimerCount == 0)
    }
    stage.run()
    #expect(!stage.shown.contains(4))
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func dropLeavesNoTimer(_ subject: StrategyCase, _ origin: Origin) throws {
    let (stage, double) = try stageWithUpdates(subject)
    stage.at(.milliseconds(5), origin) {
      stage.drop()
      #expect(double.setTimerCount == 0)
    }
    stage.run()
  }

  /// One update at the start and two that a strategy with an interval holds back at 5 ms.
  private func stageWithUpdates(_ subject: StrategyCase) throws -> (Stage, SchedulerDouble) {
    let (stage, double) = try stage(subject)
    stage.at(.zero, .background) { stage.submit(1) }
    stage.at(.milliseconds(3), .background) { stage.submit(2, 3) }
    return (stage, double)
  }
}
