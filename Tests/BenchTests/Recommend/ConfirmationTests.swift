import Testing

@testable import BenchReport
@testable import BenchHarness

struct ConfirmationTests {
  private let latency = Goal.latency("latency_p99_ms", atMost: .milliseconds(20))
  private let busy = Goal.mainBusy(atMost: 0.3)

  private func recommendation(goals: [Goal]? = nil) throws -> Recommendation {
    try Recommendation.among(
      [("source-add", Figures(cost: 1)), ("throttle", Figures(latency: 12, cost: 2))],
      goals: goals ?? [latency, busy])
  }

  @Test func choiceThatRealTimeConfirmsStays() throws {
    let confirmed = try recommendation()
      .confirmed([("source-add", Figures(latency: 12)), ("throttle", Figures())])
    #expect(confirmed.choice == "source-add")
    #expect(confirmed.verdict == .confirmed)
    #expect(
      confirmed.answer.sentences.contains(
        """
        The goals are also met in real time: mean latency 6 ms (predicted 5), p99 12 ms (predicted \
        10), main busy 10 % (predicted 10). The prediction was off by a factor of up to 1.2.
        """))
  }

  /// Met is not the same as predicted.
  @Test func whatAFarMissOfThePredictionMeansIsSaid() throws {
    let generous = [Goal.latency("latency_p99_ms", atMost: .milliseconds(90))]
    let confirmed = try recommendation(goals: generous)
      .confirmed([("source-add", Figures(latency: 26)), ("throttle", Figures())])
    #expect(
      confirmed.answer.sentences.contains {
        $0.hasSuffix(
          "off by a factor of up to 2.6: expect what was measured, and measure again on "
            + "a quiet machine if it matters.")
      })
    let close = try recommendation(goals: generous)
      .confirmed([("source-add", Figures(latency: 11)), ("throttle", Figures())])
    #expect(close.answer.sentences.contains { $0.hasSuffix("right to within 10 %.") })
  }

  @Test func choiceThatMissesAGoalInRealTimeGivesWayToTheNext() throws {
    let confirmed = try recommendation()
      .confirmed([("source-add", Figures(latency: 21, busy: 0.4)), ("throttle", Figures())])
    #expect(confirmed.choice == "throttle")
    #expect(confirmed.verdict == .confirmed)
    #expect(
      confirmed.answer.sentences.contains(
        """
        source-add meets the goals in virtual time, but in real time expect latency p99 21 ms, not \
        20 ms and main busy 40 %, not 30 %.
        """))
  }

  @Test func secondIsNotSaidToHaveTheLeastWhereTheFirstWasRefuted() throws {
    let least = "it has the least cost"
    #expect(try recommendation().answer.sentences.contains { $0.contains(least) })
    let confirmed = try recommendation()
      .confirmed([("source-add", Figures(latency: 21)), ("throttle", Figures())])
    #expect(confirmed.choice == "throttle")
    #expect(!confirmed.answer.sentences.contains { $0.contains(least) })
    #expect(!confirmed.answer.sentences.contains { $0.contains("is less than 5 % better") })
  }

  @Test func nothingIsChosenWhereRealTimeRefutesEverything() throws {
    let confirmed = try recommendation()
      .confirmed([("source-add", Figures(busy: 0.4)), ("throttle", Figures(outcome: .hung))])
    #expect(confirmed.choice == nil)
    #expect(confirmed.verdict == nil)
    #expect(
      confirmed.answer.sentences == [
        "Nothing that meets the goals in virtual time is confirmed by real time.",
        """
        source-add meets the goals in virtual time, but in real time expect main busy 40 %, not 30 %.
        """, "throttle failed in real time: 1 hung.",
      ])
  }

  @Test func strategyThatFailsInRealTimeIsRefutedWithoutGoals() throws {
    let confirmed = try recommendation(goals: [])
      .confirmed([("source-add", Figures(outcome: .crashed)), ("throttle", Figures())])
    #expect(confirmed.choice == "throttle")
    #expect(confirmed.answer.sentences.contains("source-add failed in real time: 1 crashed."))
  }

  @Test func trialThatIsVoidOrMissingTellsNothing() throws {
    for found in [
      [("source-add", Figures(outcome: .void)), ("throttle", Figures())],
      [("throttle", Figures())],
    ] {
      let confirmed = try recommendation().confirmed(found)
      #expect(confirmed.choice == "source-add")
      #expect(confirmed.verdict == .unknown)
      #expect(
        confirmed.answer.sentences.contains { $0.hasPrefix("Real time could not confirm it") })
    }
  }

  /// On its busiest seconds a workload keeps main busier than on the whole, in either time.
  @Test func stretchIsJudgedByHowMuchTheTimesDifferOnIt() throws {
    let window = TrialWindow(startNanoseconds: 0, endNanoseconds: 2_000_000_000)
    let busiest = [("source-add", Figures(latency: 15, busy: 0.6)), ("throttle", Figures())]
    let confirmed = try recommendation().confirmed(
      [("source-add", Figures(latency: 18, busy: 0.66)), ("throttle", Figures())],
      window: window, virtual: busiest)
    #expect(confirmed.choice == "source-add")
    #expect(confirmed.verdict == .confirmed)
    #expect(
      confirmed.answer.sentences.contains {
        $0.hasPrefix("The goals are also met in real time, on the busiest 2 s: ")
      })
    let refuted = try recommendation().confirmed(
      [("source-add", Figures(latency: 31, busy: 0.6)), ("throttle", Figures())],
      window: window, virtual: busiest)
    #expect(refuted.choice == "throttle")
    let check = try #require(refuted.confirmation?.check(of: "source-add"))
    #expect(check.verdict == .refuted)
    #expect(check.misses.map(\.goal) == [latency])
    #expect(isClose(check.misses.first?.expected, 10 * 31 / 15))
  }

  @Test func figureThatVirtualTimeFindsToBeNothingIsTakenAsItIs() throws {
    let found = [("source-add", Figures(busy: 0, cost: 1))]
    let confirmed = try Recommendation.among(found, goals: [busy])
      .confirmed([("source-add", Figures(busy: 0.31))])
    #expect(confirmed.choice == nil)
  }

  @Test func ofSeveralWorkloadsTheOneIsRunWhereTheFirstComesWorstOff() throws {
    let recommendation = try Recommendation.among(
      [
        ("throttle", [Figures(cost: 30), Figures(cost: 10), Figures(cost: 12)]),
        ("frame", [Figures(cost: 10), Figures(latency: 5, cost: 90), Figures(cost: 10)]),
      ], on: ["a", "b", "c"], goals: [latency])
    #expect(recommendation.choice == "throttle")
    #expect(recommendation.hardestCase?.workload == "a")
    let confirmed = recommendation.confirmed([("throttle", Figures(latency: 12))])
    #expect(confirmed.confirmation?.workload == "a")
    #expect(
      confirmed.answer.sentences.contains {
        $0.hasPrefix("The goals are also met in real time on a: ")
      })
    let rows = ResultsTables.recommend(confirmed).split(separator: "\n")
    #expect(rows.count == 1 + 2 * 3 + 3)
    #expect(rows.last?.hasPrefix("1,virtual,a,,,frame,2,,") == true)
  }

  @Test func tableHasARowForEachCandidateAndTwoForEachFinalist() throws {
    let window = TrialWindow(startNanoseconds: 1_500_000_000, endNanoseconds: 3_500_000_000)
    let confirmed = try recommendation().confirmed(
      [("source-add", Figures(latency: 21)), ("throttle", Figures(outcome: .void))],
      window: window)
    let lines = ResultsTables.recommend(confirmed).split(separator: "\n")
    #expect(lines.count == 1 + 2 + 4)
    #expect(
      lines[0].hasPrefix(
        "schema,time,workload,window_start_s,window_end_s,strategy,rank,meets_goals,missed_goals,"
          + "trials,failed_trials,updates,deliveries"))
    #expect(lines[1].hasPrefix("1,virtual,uart,,,source-add,1,yes,,1,0,"))
    #expect(lines[2].hasPrefix("1,virtual,uart,,,throttle,2,yes,,1,0,"))
    #expect(lines[3].hasPrefix("1,virtual,uart,1.5,3.5,source-add,1,,,1,0,"))
    #expect(lines[4].hasPrefix("1,real,uart,1.5,3.5,source-add,1,no,latency_p99_ms,1,0,"))
    #expect(lines[6].hasPrefix("1,real,uart,1.5,3.5,throttle,2,,,0,0,"))
  }
}
