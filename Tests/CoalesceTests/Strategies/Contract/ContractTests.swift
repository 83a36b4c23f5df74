import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// What every strategy promises about what it shows, in virtual time.
@Suite(.timeLimit(.minutes(15))) struct ContractTests {
  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func lastUpdateIsAlwaysShown(_ subject: StrategyCase, _ origin: Origin) {
    for input in ["a", "ab", "[abc]", "abcd----e---f", "a--------b[cde]-f", "[ab]----------[cd]"] {
      for cost in [0, 1, 3, 25] {
        let timeline = Timeline(origin: origin, cost: .milliseconds(cost))
        let shown = timeline.play(input) { subject.make($0, deliver: $1) }
        let newest = input.last { $0.isLetter }
        #expect(shown.last { $0.isLetter } == newest, "input \(input), cost \(cost) ms")
      }
    }
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func nothingIsLostAndTheOrderIsKept(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    for number in 0..<100 {
      stage.at(.microseconds(10 * number * number), origin) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.shown == Array(0..<100))
    #expect(stage.wasAlwaysOnMain)
    #expect(stage.pendingCount == 0)
  }

  @Test(arguments: StrategyCase.allCases)
  func updatesFromMainAndBackgroundKeepTheirOrder(_ subject: StrategyCase) {
    let stage = Stage(subject)
    var next = 0
    for step in 0..<60 {
      stage.at(.microseconds(400 * step), step % 3 == 0 ? .main : .background) {
        stage.submit(next, next + 1)
        next += 2
      }
    }
    stage.run()
    #expect(stage.shown == Array(0..<120))
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func deliveriesNeverNest(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    var next = 1
    stage.inside = { _ in
      guard next < 20 else { return }
      stage.submit(next)
      next += 1
      stage.strategy?.flush()
    }
    stage.at(.zero, origin) { stage.submit(0) }
    stage.run()
    #expect(stage.shown == Array(0..<20))
    #expect(stage.deepest == 1)
    #expect(stage.pendingCount == 0)
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func submissionInsideADeliveryIsDeliveredLater(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    stage.inside = { elements in
      guard elements == [1] else { return }
      stage.submit(2)
      #expect(stage.shown == [1])
      #expect(stage.pendingCount == 1)
    }
    stage.at(.zero, origin) { stage.submit(1) }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1], [2]])
  }

  @Test(arguments: StrategyCase.allCases)
  func pendingCountIsExactWhenQuiet(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .background) {
      #expect(stage.pendingCount == 0)
      stage.submit(1, 2, 3)
      #expect(stage.pendingCount == 3)
    }
    stage.run()
    #expect(stage.pendingCount == 0)
  }

  @Test(arguments: StrategyCase.allCases)
  func pendingCountAndDeliveriesAddUpOnMain(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .main) {
      stage.submit(1, 2, 3)
      #expect(stage.shown.count + (stage.pendingCount ?? 0) == 3)
      let isInline = StrategyCase.inline.contains(subject)
      #expect(isInline == !stage.shown.isEmpty)
    }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
  }

  /// Counts and flags wait in atomics.
  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func everyStrategyDeliversEveryCountAndEveryFlag(_ subject: StrategyCase, _ origin: Origin) {
    let scheduler = VirtualScheduler()
    let counts = Recorder<Int>()
    let flags = Recorder<UInt>()
    let counting = subject.make(scheduler) { (update: UpdateCount) in
      counts.record(update.updateCount)
    }
    let flagging = subject.make(scheduler) { (update: UpdateFlags) in
      flags.record(update.rawValue)
    }
    for bit in 0..<40 {
      let submit = {
        counting.submit(.one)
        flagging.submit(UpdateFlags(rawValue: 1 << UInt(bit)))
      }
      let time = UInt64(bit) * 300_000
      switch origin {
      case .background: scheduler.at(nanoseconds: time, submit)
      case .main: scheduler.onMain(atNanoseconds: time, submit)
      }
    }
    scheduler.run()
    #expect(counts.all.reduce(0, +) == 40)
    #expect(flags.all.reduce(0, |) == 1 << 40 - 1)
  }

  @Test(arguments: StrategyCase.allCases)
  func equalRunsAreEqual(_ subject: StrategyCase) {
    let runs = (0..<2).map { _ in
      let stage = Stage(subject, cost: .microseconds(700))
      for number in 0..<200 {
        stage.at(.microseconds(number * 37 % 5_000), number % 2 == 0 ? .main : .background) {
          stage.submit(number)
        }
      }
      stage.run()
      return stage.deliveries
    }
    #expect(runs[0] == runs[1])
    #expect(!runs[0].isEmpty)
  }
}
