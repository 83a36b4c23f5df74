import Testing

@testable import BenchReport
@testable import BenchHarness

struct CandidateRankingTests {
  private let latency = Goal.latency("latency_p99_ms", atMost: .milliseconds(20))
  private let busy = Goal.mainBusy(atMost: 0.3)
  private let rate = Goal.deliveries(atMost: 50)

  @Test func whatPeopleLimitSaysWhatDecides() {
    #expect(Weighing([], hasPrice: false) == .cost)
    #expect(Weighing([latency], hasPrice: false) == .mainBusy)
    #expect(Weighing([busy], hasPrice: false) == .latency)
    #expect(Weighing([rate], hasPrice: false) == .latency)
    #expect(Weighing([busy, rate], hasPrice: false) == .latency)
    #expect(Weighing([latency, rate], hasPrice: false) == .cost)
    for goals in [[latency], [busy], []] { #expect(Weighing(goals, hasPrice: true) == .cost) }
  }

  @Test func limitOfLatencyAsksForTheLeastOfMainAndLimitOfMainForTheSoonest() throws {
    let found = [
      ("source-add", Figures(latency: 5, busy: 0.29, cost: 3)),
      ("frame", Figures(latency: 12, busy: 0.1, cost: 1)),
      ("throttle", Figures(latency: 19, busy: 0.02, cost: 9)),
      ("pending-flag", Figures(latency: 2, busy: 0.9, cost: 2)),
    ]
    func choice(_ goals: [Goal]) throws -> Recommendation {
      try .among(found, goals: goals, weighing: Weighing(goals, hasPrice: false))
    }
    #expect(try choice([latency]).choice == "throttle")
    #expect(try choice([busy]).choice == "source-add")
    #expect(try choice([latency, busy]).choice == "frame")
    #expect(
      try choice([latency]).answer.about.contains {
        $0.hasSuffix("Of 4 candidates that do, it has the least main-thread time.")
      })
    #expect(
      try choice([latency]).answer.notes
        == ["Assumed: 2 ms for a reload, 0.24 ms for its layout."])
  }

  @Test func withinFivePercentTheSimplestWinsAndSaysSo() throws {
    let recommendation = try Recommendation.among([
      ("change-set", Figures(cost: 100)), ("balanced-eager", Figures(latency: 20, cost: 104)),
      ("throttle-next-pass", Figures(latency: 30, cost: 104.9)),
      ("pending-flag", Figures(latency: 8, cost: 105.1)),
    ])
    #expect(
      recommendation.candidates.map(\.key)
        == ["throttle-next-pass", "balanced-eager", "change-set", "pending-flag"])
    #expect(
      recommendation.answer.about.last == """
        change-set with limit 100 is less than 5 % better, and this is simpler: its deliveries ask \
        less of the app.
        """)
  }

  @Test func ofEquallySimpleOnesTheCheapestWins() throws {
    let recommendation = try Recommendation.among([
      ("throttle:interval=33ms", Figures(latency: 33, cost: 103)),
      ("throttle:interval=50ms", Figures(latency: 50, cost: 100)),
    ])
    #expect(recommendation.choice == "throttle:interval=50ms")
  }

  /// The order that the documentation states.
  @Test func simplicityIsWhatAnAppHasToDoAndToSet() throws {
    let names = [
      "pending-flag", "throttle-next-pass", "balanced", "rate-adaptive", "row-changes", "source-or",
      "change-set",
    ]
    let entries = try names.map { try Selection.strategy($0).entry }
    let ranks = [
      Simplicity(entries[0], place: 9), Simplicity(entries[1], place: 1),
      Simplicity(entries[2], place: 0),
      Simplicity(try Selection.strategy("source-add").entry, place: 0),
      Simplicity(entries[3], place: 0), Simplicity(entries[4], place: 0),
      Simplicity(entries[5], place: 0), Simplicity(entries[6], place: 0),
    ]
    #expect(ranks == ranks.sorted())
    #expect(ranks[1].reason(against: ranks[2]) == "it has less to set")
    #expect(ranks[2].reason(against: ranks[1]) == nil)
  }

  @Test func ofSeveralWorkloadsTheBestInTheWorstWins() throws {
    let recommendation = try Recommendation.among(
      [
        ("frame", [Figures(cost: 1), Figures(cost: 10), Figures(cost: 300)]),
        ("throttle-next-pass", [Figures(cost: 1.9), Figures(cost: 18), Figures(cost: 190)]),
        ("pending-flag", [Figures(cost: 3), Figures(cost: 10), Figures(cost: 100)]),
      ], on: ["a", "b", "c"])
    #expect(recommendation.choice == "throttle-next-pass")
    #expect(recommendation.answer.title.hasSuffix("with interval 300 ms for 3 workloads:"))
    #expect(
      recommendation.answer.about == [
        "Its worst workload is a, with 1.9 times the cost of the best there."
      ])
    let places = recommendation.places(of: recommendation.candidates[0])
    #expect(places.map(\.cell.workload) == ["a", "c", "b"])
    #expect(places.map(\.ratio) == [1.9, 1.9, 1.8])
  }

  @Test func goalsHoldOnEveryWorkload() throws {
    let found = [
      ("frame", [Figures(latency: 21, cost: 1), Figures(cost: 1)]),
      ("throttle", [Figures(latency: 20, cost: 9), Figures(latency: 20, cost: 9)]),
    ]
    let recommendation = try Recommendation.among(found, on: ["a", "b"], goals: [latency])
    #expect(recommendation.choice == "throttle")
    let refused = try Recommendation.among([found[0]], on: ["a", "b"], goals: [latency])
    #expect(
      refused.answer.about.last == """
        No candidate keeps latency p99 at 20 ms or less. frame with period 16.7 ms comes nearest, \
        with 21 ms on a.
        """)
  }

  /// A recording of some hundred updates has no 99th percentile, and another may.
  @Test func eachWorkloadIsJudgedByThePercentileThatItHas() throws {
    let recommendation = try Recommendation.among(
      [("frame", [Figures(hasPercentile: false), Figures()])], on: ["a", "b"], goals: [latency])
    let metrics = recommendation.cases.map { $0.goals.map(\.metric) }
    #expect(metrics == [["latency_max_ms"], ["latency_p99_ms"]])
  }

  @Test func dearerWaitingChoosesWhatIsSooner() throws {
    // Main's time is 200 ms a trial of 10 ms and 50 ms of one of 100 ms; one update waits.
    let recommendation = try Recommendation.among([
      ("frame", Figures(latency: 20, busy: 0.2, cost: 2 + 0.02 * 10)),
      ("throttle", Figures(latency: 200, busy: 0.05, cost: 0.5 + 0.02 * 100)),
    ])
    #expect(recommendation.choices.count == 21)
    let own = try #require(recommendation.choices.first { $0.price == 0.02 })
    #expect(own.strategy == recommendation.choice)
    #expect(recommendation.choices.first?.strategy == "throttle")
    #expect(recommendation.choices.last?.strategy == "frame")
    let prices = recommendation.choices.map(\.price)
    #expect(prices == prices.sorted())
    let rows = ResultsTables.choices(recommendation).split(separator: "\n")
    #expect(rows.count == 22)
    #expect(
      rows[0] == "schema,workload,latency_price,is_asked,strategy,latency_mean_ms,main_busy_share")
    #expect(rows[11].hasPrefix("1,uart,0.02,yes,"))
    #expect(
      recommendation.answer.notes == [
        """
        Assumed: 2 ms for a reload, 0.24 ms for its layout; 1 ms of waiting costs as much as 0.02 ms \
        of main-thread time. Or give --max-latency or --max-main-busy.
        """
      ])
  }
}
