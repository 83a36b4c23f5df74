import Testing

@testable import BenchReport
@testable import BenchHarness

struct RecommendationTests {
  private let latency = Goal.latency("latency_p99_ms", atMost: .milliseconds(20))
  private let busy = Goal.mainBusy(atMost: 0.3)
  private let rate = Goal.deliveries(atMost: 50)

  @Test func candidatesAreRankedByCost() throws {
    let recommendation = try Recommendation.among([
      ("naive", Figures(cost: 300)), ("source-add", Figures(cost: 100)),
      ("throttle", Figures(cost: 200)),
    ])
    #expect(recommendation.candidates.map(\.key) == ["source-add", "throttle", "naive"])
    #expect(recommendation.choice == "source-add")
    #expect(recommendation.candidates.map(recommendation.rank) == [1, 2, 3])
    #expect(recommendation.answer.title == "Use source-add for uart:")
  }

  @Test func equalCostsKeepTheOrderOfTheRegistry() throws {
    let recommendation = try Recommendation.among([
      ("source-replace", Figures()), ("source-add", Figures()),
    ])
    #expect(recommendation.candidates.map(\.key) == ["source-replace", "source-add"])
    #expect(recommendation.answer.runnerUp == "All others do the same, or fail.")
  }

  @Test func waitingDecidesWhereDeliveriesCostNothing() throws {
    let recommendation = try Recommendation.among([
      ("naive", Figures(latency: 9, cost: nil)), ("source-add", Figures(latency: 5, cost: nil)),
    ])
    #expect(recommendation.choice == "source-add")
  }

  @Test func onlyThoseThatMeetEveryGoalAreRanked() throws {
    let recommendation = try Recommendation.among(
      [
        ("naive", Figures(latency: 10, busy: 0.31, cost: 1)),
        ("source-add", Figures(latency: 20, busy: 0.3, rate: 50, cost: 3)),
        ("throttle", Figures(latency: 20.1, busy: 0.1, cost: 2)),
        ("pending-flag", Figures(rate: 51, cost: 2)),
      ], goals: [latency, busy, rate])
    #expect(recommendation.choice == "source-add")
    #expect(recommendation.finalists.map(\.key) == ["source-add"])
    let missed = Dictionary(
      uniqueKeysWithValues: recommendation.candidates.map { ($0.key, $0.results[0].missed) })
    #expect(missed["naive"] == [busy])
    #expect(missed["throttle"] == [latency])
    #expect(missed["pending-flag"] == [rate])
    #expect(recommendation.candidates.map(recommendation.rank) == [1, nil, nil, nil])
    #expect(
      recommendation.answer.sentences.contains(
        """
        It meets the goals: latency p99 20 ms (at most 20 ms), main busy 30 % (at most 30 %), \
        delivery rate 50 a second (at most 50 a second).
        """))
    #expect(recommendation.answer.runnerUp == "No other strategy that differs meets the goals.")
  }

  @Test func strategyThatFailedIsNeverRecommended() throws {
    let recommendation = try Recommendation.among([
      ("naive", Figures(cost: 1, outcome: .lost)), ("source-add", Figures(cost: 100)),
    ])
    #expect(recommendation.choice == "source-add")
    #expect(recommendation.candidates.map(\.key) == ["source-add", "naive"])
    let nothing = try Recommendation.among([("naive", Figures(outcome: .wrongView))])
    #expect(nothing.choice == nil)
    #expect(nothing.answer.sentences == ["Every strategy failed: naive (1 wrong-view)."])
  }

  @Test func longestLatencyIsJudgedWhereThereAreTooFewUpdatesForThePercentile() throws {
    let recommendation = try Recommendation.among(
      [("naive", Figures(latency: 19.5, hasPercentile: false))], goals: [latency])
    #expect(recommendation.cases[0].goals.map(\.metric) == ["latency_max_ms"])
    #expect(recommendation.choice == nil)
  }

  @Test func candidateWithoutAFigureMissesTheGoal() throws {
    let goal = Goal("submit_cost_ns", limit: 5)
    let recommendation = try Recommendation.among([("naive", Figures())], goals: [goal])
    #expect(recommendation.choice == nil)
    #expect(recommendation.answer.sentences.contains("There is no figure for submit here."))
  }

  @Test func eachStrategyIsAFinalistOnceWithItsBestParameters() throws {
    let recommendation = try Recommendation.among([
      ("throttle", Figures(cost: 9)), ("throttle:interval=33ms", Figures(cost: 1)),
      ("throttle:interval=50ms", Figures(cost: 2)), ("naive", Figures(latency: 9, cost: 3)),
      ("source-add", Figures(latency: 8, cost: 4)),
      ("source-replace", Figures(latency: 7, cost: 5)),
    ])
    #expect(
      recommendation.finalists.map(\.key) == ["throttle:interval=33ms", "naive", "source-add"])
    #expect(
      recommendation.bestOfEach.map(\.key)
        == ["throttle:interval=33ms", "naive", "source-add", "source-replace"])
  }

  /// Real time need not be asked twice, and nobody has to choose between them.
  @Test func strategyThatDoesTheSameAsABetterOneIsNoFinalist() throws {
    let recommendation = try Recommendation.among([
      ("pending-flag", Figures()), ("source-add", Figures(latency: 10.4)),
      ("row-changes", Figures(cost: 120)), ("throttle", Figures(latency: 12, cost: 130)),
    ])
    #expect(recommendation.finalists.map(\.key) == ["pending-flag", "throttle"])
    let reloading = try Recommendation.among([
      ("row-changes", Figures()), ("main-drain", Figures()), ("throttle", Figures(cost: 130)),
    ])
    #expect(reloading.finalists.map(\.key) == ["row-changes", "throttle"])
  }

  @Test func runnerUpSaysWhatItGainsAndLoses() throws {
    let recommendation = try Recommendation.among([
      ("source-add", Figures(latency: 10, busy: 0.2, rate: 90, cost: 100)),
      ("throttle-next-pass:interval=33ms", Figures(latency: 30, busy: 0.05, rate: 30, cost: 190)),
    ])
    #expect(
      recommendation.answer.runnerUp == """
        Runner-up: throttle-next-pass with interval 33 ms, with 1.9 times the cost. It gains: main \
        busy 5 % instead of 20. It loses: mean latency 15 ms instead of 5, p99 30 ms instead of 10. \
        It is simpler: the library Coalesce has it.
        """)
  }

  /// Not every app can say which rows change.
  @Test func whereTheChoiceChangesRowsTheRunnerUpReloads() throws {
    let recommendation = try Recommendation.among([
      ("main-drain", Figures(cost: 1)), ("view-queue", Figures(latency: 8, cost: 2)),
      ("dispatch-chain", Figures(latency: 7, cost: 3)),
      ("throttle", Figures(latency: 300, cost: 9)),
    ])
    #expect(recommendation.finalists.map(\.key) == ["main-drain", "view-queue", "throttle"])
    #expect(
      recommendation.answer.runnerUp?.hasPrefix(
        "Runner-up: throttle with interval 300 ms, which reloads the view, with 9 times the cost."
      ) == true)
  }

  @Test func choiceComesAsSwiftWhereItsEntryHasIt() throws {
    let recommendation = try Recommendation.among([
      ("throttle-next-pass:interval=3700us", Figures())
    ])
    #expect(
      recommendation.swift == """
        import Coalesce  // product Coalesce
        let updates = Coalescer<UpdateCount>(.throttle(for: .microseconds(3700)))
        """)
    #expect(
      try Recommendation.among([("main-drain", Figures())]).swift == """
        import Coalesce  // product Coalesce
        import CoalesceStrategies  // product CoalesceStrategies
        let updates = MainDrain<Change> { tableView.show($0) }
        """)
    #expect(recommendation.answer.runnerUp == nil)
    #expect(
      recommendation.answer.about == [
        """
        An update is shown after 5 ms on average (p99 10 ms), and deliveries keep the main thread \
        busy 10 % of the time. That is 2 times the cost of the best possible schedule.
        """
      ])
  }

  @Test func knownBrokenPromisesOfTheChoiceAreNamed() throws {
    let entry = StrategyEntry(
      name: "it", origin: "a test", summary: "a test", delivery: .reload,
      breaks: [.order: "it is a test"]
    ) { _, _, _ in preconditionFailure("It is not attached.") }
    let recommendation = Recommendation(
      [try Selection(entry)], Recommendation.cells([("it", Figures())]), goals: [])
    #expect(
      recommendation.answer.sentences.contains(
        "It is known to break a promise: order, it is a test."))
  }

  @Test func goalsThatContradictEachOtherAreNamedWithTheBestUnderEach() throws {
    let recommendation = try Recommendation.among(
      [
        ("naive", Figures(latency: 2, busy: 0.9, cost: 1)),
        ("source-add", Figures(latency: 10, busy: 0.5, cost: 2)),
        ("throttle", Figures(latency: 300, busy: 0.02, cost: 9)),
        ("throttle:interval=100ms", Figures(latency: 100, busy: 0.1, rate: 10, cost: 9)),
      ], goals: [latency, busy])
    #expect(recommendation.choice == nil)
    #expect(recommendation.finalists.isEmpty)
    #expect(
      recommendation.answer.sentences == [
        "Nothing meets the goals: none of 4 candidates does.",
        "The goals contradict each other: each can be met, but not with the others.",
        """
        2 of them keep latency p99 at 20 ms or less. The best of these is source-add: main busy is \
        50 %, not 30 % (20 deliveries a second, each 25 ms of the main thread).
        """,
        """
        2 of them keep main busy at 30 % or less. The best of these is throttle with interval \
        100 ms: latency p99 is 100 ms, not 20 ms (10 deliveries a second, each 10 ms of the main \
        thread).
        """,
      ])
  }

  @Test func goalThatNothingMeetsIsNamedWithTheNearest() throws {
    let recommendation = try Recommendation.among(
      [
        ("naive", Figures(latency: 21)), ("source-add", Figures(latency: 25)),
        ("throttle", Figures(latency: 1, outcome: .lost)),
      ], goals: [latency])
    #expect(
      recommendation.answer.sentences == [
        "Nothing meets the goals: none of 3 candidates does.",
        """
        No candidate keeps latency p99 at 20 ms or less. naive comes nearest, with 21 ms (20 \
        deliveries a second, each 5 ms of the main thread).
        """,
        "Not reliable here: throttle (1 lost).",
      ])
  }
}
