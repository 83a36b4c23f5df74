import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchVerify

/// What each check says of an outcome, at its limits and a nanosecond beyond.
@Suite(.timeLimit(.minutes(15))) struct ScheduleOutcomeTests {
  private static let millisecond: UInt64 = 1_000_000

  /// Promises 100 ms, 20 ms between deliveries, and what deliveries take besides.
  private static func strategy(
    latencyBound: StrategyEntry.LatencyBound? = { .milliseconds(100) + $1 },
    spacing: StrategyEntry.LatencyBound? = { .milliseconds(20) + $1 }, keepsSpacing: Bool = true,
    parameters: [Parameter] = [], isCoalescer: Bool = false, isGroup: Bool = false
  ) throws -> Selection<StrategyEntry> {
    try Selection(
      StrategyEntry(
        name: "s", origin: "tests", summary: "", parameters: parameters, delivery: .reload,
        latencyBound: latencyBound, spacing: spacing, keepsSpacing: keepsSpacing,
        isCoalescer: isCoalescer, isGroup: isGroup
      ) { _, _ in { _ in preconditionFailure("It is never attached.") } })
  }

  /// A delivery takes 3 ms, and the machine adds 4 ms to any wait.
  private static let schedule = Schedule(
    hop: millisecond, cost: 3 * millisecond, slowStart: 50 * millisecond,
    timerErrors: [-5, 2, 0].map { $0 * 1_000_000 })

  private static func outcome(
    _ seen: WatchedState = WatchedState(), of schedule: Schedule = schedule,
    others: [WatchedState] = [], longestSilence: UInt64 = 0, idleWakeUps: Int = 0,
    otherWork: [Range<UInt64>] = []
  ) -> ScheduleOutcome {
    ScheduleOutcome(
      schedule: schedule, seen: seen, others: others, longestSilence: longestSilence,
      idleWakeUps: idleWakeUps, otherWork: otherWork)
  }

  /// Updates of the first thread: when each was submitted, with which bound, and when it was shown.
  private static func seen(
    _ updates: [(submitted: UInt64, bound: UInt64?, shown: UInt64?)],
    deliveries: [Range<UInt64>] = []
  ) -> WatchedState {
    var state = WatchedState()
    for update in updates {
      state.make(state.announce(producer: 1, at: update.submitted, within: update.bound))
    }
    for (index, update) in updates.enumerated() {
      if let shown = update.shown { state.show([index], at: shown) }
    }
    for delivery in deliveries { state.show([], during: delivery) }
    return state
  }

  /// One update, submitted at 10 ms, that took so long.
  private static func one(taking latency: UInt64) -> WatchedState {
    seen([(10 * millisecond, nil, 10 * millisecond + latency)])
  }

  /// Two deliveries, the first of which began at 5 ms.
  private static func two(apart gap: UInt64, isHurried: Bool = false) -> WatchedState {
    var state = WatchedState()
    state.begin(at: 5 * millisecond)
    state.isHurried = isHurried
    state.begin(at: 5 * millisecond + gap)
    return state
  }

  private func words(
    _ check: PromiseCheck, _ outcome: ScheduleOutcome, _ strategy: Selection<StrategyEntry>? = nil
  ) throws -> String? {
    try check.search?.fault(outcome, strategy ?? Self.strategy())
  }

  @Test(
    arguments: [(0, [], 0), (1, [], 2), (1, [-5], 2), (1, [-5, 3, 0], 5), (0, [4], 4)]
      as [(UInt64, [Int64], UInt64)])
  func machineAddsTwoHopsAndTheLatestTimer(_ hop: UInt64, _ errors: [Int64], _ tolerance: UInt64) {
    let schedule = Schedule(hop: hop, timerErrors: errors)
    #expect(Self.outcome(of: schedule).tolerance == tolerance)
  }

  @Test func timeIsThatWithinTheRange() {
    let busy: [Range<UInt64>] = [0..<2, 4..<6, 8..<20]
    #expect(ScheduleOutcome.time(busy, in: 1..<10) == 1 + 2 + 2)
    #expect(ScheduleOutcome.time(busy, in: 6..<8) == 0)
  }

  @Test func latencyIsBoundedByTheRuleAndTheMachine() throws {
    let most = 107 * Self.millisecond
    #expect(try words(.boundedLatency, Self.outcome(Self.one(taking: most))) == nil)
    let late = Self.outcome(Self.one(taking: most + 1))
    #expect(
      try words(.boundedLatency, late)
        == "update 1 (thread 1) took 107000001ns, promised is 103ms")
    #expect(try words(.boundedLatency, late, Self.strategy(latencyBound: nil)) == nil)
  }

  @Test func spacingIsKnownToAMicrosecond() throws {
    let least = 23 * Self.millisecond - 1_000
    #expect(try words(.boundedLatency, Self.outcome(Self.two(apart: least))) == nil)
    let early = Self.outcome(Self.two(apart: least - 1))
    #expect(
      try words(.boundedLatency, early)
        == "a delivery began 22998999ns after the one before, promised is 23ms")
    #expect(try words(.boundedLatency, early, Self.strategy(spacing: nil)) == nil)
    #expect(try words(.boundedLatency, early, Self.strategy(keepsSpacing: false)) == nil)
  }

  @Test func deliveryThatIsHurriedMayBeEarly() throws {
    #expect(try words(.boundedLatency, Self.outcome(Self.two(apart: 0, isHurried: true))) == nil)
  }

  @Test func deliveriesUnderOtherSettingsMayBeEarly() throws {
    for (action, isEarly) in [(ScheduleStep.Action.submit, true), (.changeSettings, false)] {
      let schedule = Self.schedule.with(
        \.steps, [ScheduleStep(time: 0, place: .main, action: action)])
      let outcome = Self.outcome(Self.two(apart: 0), of: schedule)
      #expect((try words(.boundedLatency, outcome) != nil) == isEarly)
    }
  }

  @Test func otherWorkDuringTheWaitIsTheMachines() throws {
    let most = (107 + 30) * Self.millisecond
    // 10 ms of it are before the submission.
    let work = [0..<20 * Self.millisecond, 30 * Self.millisecond..<50 * Self.millisecond]
    let right = Self.outcome(Self.one(taking: most), otherWork: work)
    #expect(try words(.survivesBusyMain, right) == nil)
    let late = Self.outcome(Self.one(taking: most + 1), otherWork: work)
    #expect(
      try words(.survivesBusyMain, late)
        == "update 1 (thread 1) waited 107000001ns besides other main-thread work, "
        + "promised is 103ms")
    #expect(try words(.survivesBusyMain, late, Self.strategy(latencyBound: nil)) == nil)
  }

  @Test func firstDeliveryMayDelayEachUpdateOnce() throws {
    let most = (107 + 50) * Self.millisecond
    #expect(try words(.survivesSlowStart, Self.outcome(Self.one(taking: most))) == nil)
    #expect(
      try words(.survivesSlowStart, Self.outcome(Self.one(taking: most + 1)))
        == "update 1 (thread 1) waited 107000001ns besides the slow start, promised is 103ms")
  }

  @Test func updateThatWasNeverShownIsNotLate() throws {
    let lost = Self.outcome(Self.seen([(0, nil, nil), (0, 0, nil)]))
    for check in [PromiseCheck].all { #expect(try words(check, lost) == nil, "\(check.promise)") }
  }

  @Test func otherViewsWaitForATurnOfEach() throws {
    let most = 3 * 107 * Self.millisecond
    let inTime = [WatchedState(), Self.one(taking: most)]
    #expect(try words(.boundsInGroups, Self.outcome(others: inTime)) == nil)
    let late = Self.outcome(others: [Self.one(taking: most), Self.one(taking: most + 1)])
    #expect(
      try words(.boundsInGroups, late)
        == "an update of another view took 321000001ns, promised is 321ms")
    #expect(try words(.boundsInGroups, late, Self.strategy(latencyBound: nil)) == nil)
    #expect(
      try words(.boundsInGroups, Self.outcome(others: [Self.seen([(0, nil, nil)])]))
        == "an update of another view was never shown")
  }

  /// The bound is 5 ms; 3 ms of main's time go to deliveries, and a group has 3 ms more.
  @Test(
    arguments: [(.boundedSubmission, 12), (.boundsInGroups, 15)] as [(PromiseCheck, UInt64)])
  func boundIsForWhatMainDoesNotDeliverMeanwhile(_ check: PromiseCheck, _ most: UInt64) throws {
    for isLate in [false, true] {
      let shown = (20 + most) * Self.millisecond + (isLate ? 1 : 0)
      let seen = Self.seen(
        [(20 * Self.millisecond, 5 * Self.millisecond, shown)],
        deliveries: [0..<20 * Self.millisecond, shown - 3 * Self.millisecond..<shown])
      let expected =
        "update 1 (thread 1) waited \(most - 3)000001ns after the submission of "
        + "update 1 (thread 1), whose bound is 5ms"
      #expect(try words(check, Self.outcome(seen)) == (isLate ? expected : nil))
    }
  }

  @Test func boundIsThatOfAllThatWaits() throws {
    let (before, bounded, late) = (
      15 * Self.millisecond, 20 * Self.millisecond, 30 * Self.millisecond
    )
    let updates: [(UInt64, UInt64?, UInt64?)] = [
      (0, nil, before), (0, nil, bounded), (0, nil, late), (bounded, 5 * Self.millisecond, bounded),
    ]
    #expect(
      try words(.boundedSubmission, Self.outcome(Self.seen(updates.map { ($0, $1, $2) })))
        == "update 3 (thread 1) waited 10ms after the submission of update 4 (thread 1), "
        + "whose bound is 5ms")
    // What comes later has no bound of its own.
    let later =
      [(0, 5 * Self.millisecond, before), (0, nil, nil), (bounded, nil, 3 * late)]
      as [(UInt64, UInt64?, UInt64?)]
    let first = Self.seen(later.map { ($0.0 + before, $0.1, $0.2) })
    #expect(try words(.boundedSubmission, Self.outcome(first)) == nil)
  }

  @Test func hangBeginsBeyondAQuarterOfASecond() throws {
    #expect(try words(.noStarvation, Self.outcome(longestSilence: 250_000_000)) == nil)
    #expect(
      try words(.noStarvation, Self.outcome(longestSilence: 250_000_001))
        == "the main thread did no other work for 250000001ns")
  }

  @Test func anyWakeUpInSilenceIsOneTooMany() throws {
    #expect(try words(.noIdleWakeUps, Self.outcome()) == nil)
    #expect(
      try words(.noIdleWakeUps, Self.outcome(idleWakeUps: 1))
        == "there were 1 wake-ups in a minute without updates")
  }

  /// What is wrong with an outcome: a promise that the view saw broken, or times.
  private enum Trouble: Hashable {
    case seen(Promise)
    case early, late, lateInAPause, overBound, starved, silent, awake

    static let all: [Trouble] =
      Promise.allCases.map { .seen($0) } + [
        .early, .late, .lateInAPause, .overBound, .starved, .silent, .awake,
      ]

    private typealias Tests = ScheduleOutcomeTests

    var outcome: ScheduleOutcome {
      let second: UInt64 = 1_000_000_000
      switch self {
      case .seen(let promise):
        var state = WatchedState()
        state.fault(promise, "it was seen")
        return Tests.outcome(state)
      case .early: return Tests.outcome(Tests.two(apart: 0))
      case .late: return Tests.outcome(Tests.one(taking: second))
      case .lateInAPause:
        let pause = ScheduleStep(time: 0, place: .main, action: .pause)
        return Tests.outcome(Tests.one(taking: second), of: Tests.schedule.with(\.steps, [pause]))
      case .overBound:
        return Tests.outcome(Tests.seen([(0, 0, 90 * Tests.millisecond)]))
      case .starved: return Tests.outcome(others: [Tests.seen([(0, nil, nil)])])
      case .silent: return Tests.outcome(longestSilence: second)
      case .awake: return Tests.outcome(idleWakeUps: 3)
      }
    }
  }

  private static let lost: Set<Trouble> = [
    .seen(.finalState), .seen(.nothingLost), .seen(.order), .seen(.terminates),
  ]

  /// What each check looks for, if that is more than its own promise, which the view saw broken.
  private static let lookedFor: [Promise: Set<Trouble>] = [
    .reentrancy: [.seen(.finalState), .seen(.nothingLost), .seen(.order)],
    .freshAfterWillSet: [.seen(.finalState), .seen(.nothingLost)],
    .pauseLosesNothing: lost.union([.seen(.pauseLosesNothing), .early]),
    .dropsOnlyPending: lost.union([.seen(.dropsOnlyPending), .early, .late]),
    .settingsLoseNothing: lost.union([.early, .late]),
    .keepsForNextTarget: lost,
    .boundedLatency: [.early, .late, .lateInAPause],
    .boundedSubmission: [.seen(.order), .early, .overBound],
    .boundsInGroups: [.overBound, .starved],
    .survivesBusyMain: [.late, .lateInAPause], .survivesSlowStart: [.late, .lateInAPause],
    .noStarvation: [.silent], .noIdleWakeUps: [.awake],
    .survives: [], .boundedMemory: [], .costsOfTasks: [],
  ]

  @Test func eachCheckLooksForItsOwnTroubleAlone() throws {
    for check in [PromiseCheck].all {
      let found = try Trouble.all.filter { try words(check, $0.outcome) != nil }
      #expect(
        Set(found) == Self.lookedFor[check.promise] ?? [.seen(check.promise)], "\(check.promise)")
    }
  }

  /// What only some strategies promise, and which of them.
  @Test func onlySomeStrategiesPromiseSomePromises() throws {
    let share = Parameter.share("share", 0.25, "of main's time")
    let other = Parameter.duration("interval", .milliseconds(1), "of time")
    func promised(_ strategy: Selection<StrategyEntry>) -> Set<Promise> {
      Set([PromiseCheck].all.filter { $0.isPromised(strategy.entry) }.map(\.promise))
    }
    let ofTimes: Set<Promise> = [.boundedLatency, .survivesBusyMain, .survivesSlowStart]
    let ofCoalescers: Set<Promise> = [
      .pauseLosesNothing, .dropsOnlyPending, .settingsLoseNothing, .keepsForNextTarget,
      .boundedSubmission,
    ]
    let ofAll = Set(Promise.allCases).subtracting(ofTimes).subtracting(ofCoalescers)
      .subtracting([.boundsInGroups, .costsOfTasks])
    #expect(try promised(Self.strategy(latencyBound: nil, parameters: [share])) == ofAll)
    #expect(try promised(Self.strategy()) == ofAll.union(ofTimes))
    #expect(
      try promised(Self.strategy(latencyBound: nil, parameters: [other], isCoalescer: true))
        == ofAll.union(ofCoalescers))
    #expect(
      try promised(Self.strategy(latencyBound: nil, parameters: [other, share], isCoalescer: true))
        == ofAll.union(ofCoalescers).union([.costsOfTasks]))
    #expect(
      try promised(Self.strategy(latencyBound: nil, isGroup: true))
        == ofAll.union([.boundsInGroups]))
  }

  /// A step of each kind, in each place.
  private static let everything = Schedule(
    cost: millisecond, slowStart: 2 * millisecond, others: 3,
    steps: ([
      .submit, .flush, .cancel, .drop, .turnRunLoop, .announce, .work, .submitWithin, .pause,
      .resume, .reset, .cancelPending, .changeSettings, .submitToOthers, .setTarget, .loseTarget,
    ] as [ScheduleStep.Action]).map { ScheduleStep(time: 0, place: .main, action: $0) }
      + [.thread(1), .delivery, .behindDelivery, .callback].map {
        ScheduleStep(time: 0, place: $0, action: .submit)
      })

  /// What a check's control plays without, and with instead.
  @Test(
    arguments: [
      (
        .reentrancy, ["0s  inside the next delivery: submit"],
        ["0s  behind the next delivery: submit"]
      ),
      (.freshAfterWillSet, ["0s  main: submit, then change the model"], ["0s  main: submit"]),
      (.boundedSubmission, ["0s  main: submit within 0s"], ["0s  main: submit"]),
      (.pauseLosesNothing, ["0s  main: pause", "0s  main: resume"], []),
      (.dropsOnlyPending, ["0s  main: cancel what is pending"], []),
      (.settingsLoseNothing, ["0s  main: reset", "0s  main: change the settings"], []),
      (
        .keepsForNextTarget,
        [
          "At the end another target comes.", "0s  main: another target comes",
          "0s  main: the target goes",
        ], []
      ),
      (.boundsInGroups, ["Other views: 3."], []),
      (.survivesBusyMain, ["0s  main: other work for 0s"], []),
      (.survivesSlowStart, ["The first delivery costs 2ms more."], []),
    ] as [(PromiseCheck, [String], [String])])
  func controlLacksWhatThePromiseSpeaksOf(
    _ check: PromiseCheck, _ without: [String], _ instead: [String]
  ) throws {
    let control = try #require(check.search?.control)
    let change = control(Self.everything).lines.difference(from: Self.everything.lines)
    #expect(change.removals.map { $0.line } == without)
    #expect(change.insertions.map { $0.line } == instead)
  }

  @Test func otherChecksNeedNoControl() {
    let some: Set<Promise> = [
      .reentrancy, .freshAfterWillSet, .boundedSubmission, .pauseLosesNothing, .dropsOnlyPending,
      .settingsLoseNothing, .keepsForNextTarget, .boundsInGroups, .survivesBusyMain,
      .survivesSlowStart,
    ]
    #expect(Set([PromiseCheck].all.filter { $0.search?.control != nil }.map(\.promise)) == some)
  }
}

extension CollectionDifference.Change where ChangeElement == String {
  fileprivate var line: String {
    switch self {
    case .insert(_, let line, _), .remove(_, let line, _): line
    }
  }
}
