import Testing

@testable import BenchHarness
@testable import BenchReport

struct RecommendationTests {
  private let latency = Goal.latency(.latencyP99, atMost: .milliseconds(20))
  private let busy = Goal.mainBusy(atMost: 0.3)

  @Test func cheapestCandidateIsProposedWithItsGain() throws {
    let found = try Recommendation.among(
      [("next-pass", Figures(cost: 200)), ("throttle", Figures(longest: 60, busy: 0.05))],
      now: ("naive", Figures(longest: 90, mean: 40, busy: 0.6, cost: 900)))
    #expect(found.proposed.first?.key == "throttle")
    #expect(
      found.sentences.first == """
        Gain: main-thread time 5 % instead of 60 %, mean latency 5 ms instead of 40 ms, longest \
        latency 60 ms instead of 90 ms.
        """)
    #expect(
      found.swift == """
        import Coalesce  // product Coalesce
        let updates = Coalescer<UpdateCount>(.throttle(for: .milliseconds(100)))
        """)
  }

  @Test func gainIsReportedWithItsDrawbacks() throws {
    let found = try Recommendation.among(
      [("throttle", Figures(longest: 90, mean: 50, busy: 0.02))],
      now: ("naive", Figures(busy: 0.5, cost: 900)))
    #expect(
      found.sentences.first == """
        Gain: main-thread time 2 % instead of 50 %; in return mean latency 50 ms instead of 5 ms, \
        longest latency 90 ms instead of 10 ms.
        """)
    // The deliveries of a short burst take longer than the burst.
    let burst = try Recommendation.among(
      [("throttle", Figures(busy: 0.5))], now: ("naive", Figures(busy: 94.7, cost: 900)))
    #expect(
      burst.sentences.first
        == "Gain: main-thread time 0.5 instead of 94.7 times the time available.")
  }

  /// A difference counts from half a percentage point of main-thread time, 20 ms, or 5 %.
  @Test(arguments: [
    (Figures(busy: 0.0951, cost: 50), false), (Figures(busy: 0.095, cost: 50), true),
    (Figures(busy: 0.095, cost: 96), false),
  ])
  func changeBelowTheThresholdIsNotProposed(figures: Figures, isWorth: Bool) throws {
    let found = try Recommendation.among([("throttle", figures)], now: ("naive", Figures()))
    #expect(found.proposed.isEmpty == !isWorth)
    #expect(found.text.hasPrefix("Nothing is worth changing: ") == !isWorth, "\(found.text)")
    #expect(found.choice == (isWorth ? "throttle" : "naive"))
  }

  @Test func currentPaceIsKeptIfItIsBest() throws {
    let now = (strategy: "next-pass", figures: Figures())
    let found = try Recommendation.among([now, ("throttle", Figures(cost: 200))])
    #expect(found.proposed.count == 1)
    var question = Question()
    question.now = "next-pass"
    let same = try Recommendation.among(
      [("throttle", Figures(cost: 200))], now: now, question)
    #expect(same.proposed.isEmpty && same.choice == "next-pass")
  }

  /// The throttle is close enough to debounce to come first, and the present strategy is close enough to the throttle.
  @Test func worthwhileGainOutranksSimplicity() throws {
    let goal = Question([.latency(.latencyMax, atMost: .milliseconds(110))])
    let found = try Recommendation.among(
      [
        ("throttle", Figures(longest: 100, busy: 0.016)),
        ("debounce:max-wait=100ms", Figures(longest: 100, busy: 0.012)),
      ], now: ("naive", Figures(busy: 0.019)), goal)
    #expect(found.proposed.first?.key == "debounce:max-wait=100ms")
  }

  /// Debounce delays every lone update.
  @Test func loneUpdateIsNotDelayedForANegligibleGain() throws {
    let goal = Question([.latency(.latencyMax, atMost: .milliseconds(110))])
    let debounce = "debounce:max-wait=100ms"
    func choice(_ saved: Double) throws -> String? {
      try Recommendation.among(
        [
          ("throttle", Figures(longest: 100, busy: 0.022)),
          (debounce, Figures(longest: 100, busy: 0.022 - saved)),
        ], now: ("naive", Figures(busy: 0.9, cost: 900)), goal
      ).choice
    }
    #expect(try choice(0.003) == "throttle")
    #expect(try choice(0.006) == debounce)
  }

  /// Applies without a goal, unless every candidate is that slow.
  @Test func latencyOver100MsIsNotTradedForMainThreadTime() throws {
    let slow = (strategy: "balanced-eager", figures: Figures(longest: 400, busy: 0.01, cost: 50))
    func found(_ longest: Double, _ question: Question = Question()) throws -> Recommendation {
      try .among(
        [("next-pass", Figures(longest: longest, busy: 0.05)), slow],
        now: ("naive", Figures(longest: 300, busy: 0.05, cost: 101)), question)
    }
    #expect(try found(9).choice == "next-pass")
    #expect(try found(9, Question(hasPrice: true)).choice == "balanced-eager")
    #expect(try found(250).choice == "balanced-eager")
  }

  @Test func simplestOfEqualCandidatesComesFirst() throws {
    let found = try Recommendation.among([
      ("source-add", Figures(cost: 99)), ("throttle", Figures(cost: 100)),
      ("next-pass", Figures(cost: 103)), ("frame", Figures(busy: 0.2, cost: 106)),
    ])
    #expect(found.candidates.map(\.key) == ["next-pass", "throttle", "source-add", "frame"])
  }

  @Test func rowChangesAreNotRankedWithReloads() throws {
    let found = try Recommendation.among(
      [
        ("throttle", Figures(busy: 0.1, cost: 100)),
        ("throttle:by=rows", Figures(busy: 0.03, cost: 40)),
      ], now: ("naive", Figures(busy: 0.9, cost: 900)))
    #expect(found.proposed.map(\.key) == ["throttle", "throttle:by=rows"])
    #expect(
      found.text.contains(
        "Changing rows instead takes 0.4 times the cost of throttle, but needs updates that name"))
    let alike = try Recommendation.among(
      [("throttle", Figures()), ("throttle:by=rows", Figures(cost: 99))],
      now: ("naive", Figures(busy: 0.9, cost: 900)))
    #expect(alike.proposed.map(\.key) == ["throttle"])
    #expect(!alike.text.contains("rows"))
  }

  @Test func alternativeMustBeBetterInSomeMetric() throws {
    let found = try Recommendation.among(
      [
        ("throttle", Figures(longest: 80, busy: 0.05)),
        ("next-pass", Figures(longest: 79, busy: 0.056, cost: 120)),
        ("frame", Figures(longest: 30, busy: 0.08, cost: 150)),
      ], now: ("naive", Figures(busy: 0.9, cost: 900)))
    #expect(found.proposed.map(\.key) == ["throttle", "frame"])
  }

  @Test func candidateThatMissesAGoalIsNotProposed() throws {
    let found = try Recommendation.among(
      [
        ("next-pass", Figures(busy: 0.31, cost: 1, percentile: 9)),
        ("throttle", Figures(busy: 0.1, cost: 2, percentile: 20.1)),
        ("source-add", Figures(busy: 0.3, cost: 3, percentile: 20)),
      ], now: ("naive", Figures(busy: 0.9, cost: 1, percentile: 9)), Question([latency, busy]))
    #expect(found.proposed.map(\.key) == ["source-add"])
    #expect(
      found.text.contains(
        "Goals: latency p99 20 ms (at most 20 ms), main busy 30 % (at most 30 %)."))
    #expect(!found.text.contains("by design"))
  }

  @Test func fewUpdatesAreJudgedByTheirLongestLatency() throws {
    let found = try Recommendation.among([("naive", Figures(longest: 21))], Question([latency]))
    #expect(found.cases[0].goals.map(\.metric) == [.latencyMax])
    #expect(found.choice == nil)
  }

  @Test func failedStrategyIsNeverProposed() throws {
    let found = try Recommendation.among([
      ("naive", Figures(cost: 1, outcome: .lost)), ("source-add", Figures()),
    ])
    #expect(found.proposed.map(\.key) == ["source-add"])
    let nothing = try Recommendation.among([("naive", Figures(outcome: .wrongView))])
    #expect(nothing.choice == nil)
    #expect(nothing.sentences.first == "Every setting failed: naive (1 wrong-view).")
  }

  @Test func nearestCandidateIsNamedIfNoneMeetsTheGoals() throws {
    let found = try Recommendation.among(
      [
        ("next-pass", Figures(busy: 0.4, percentile: 2)),
        ("throttle", Figures(busy: 0.02, percentile: 100)),
      ], Question([latency, busy]))
    #expect(found.choice == nil)
    #expect(
      found.sentences.prefix(2) == [
        "No setting meets the goals (2 tried), though each goal can be met alone.",
        "next-pass comes nearest: main busy 40 %, not 30 %.",
      ])
  }

  @Test func candidateWithTheBestWorstCaseWins() throws {
    let found = try Recommendation.among(
      [
        ("throttle", [Figures(cost: 10), Figures(busy: 0.9, cost: 300)]),
        ("frame", [Figures(busy: 0.2, cost: 12), Figures(cost: 100)]),
      ], on: ["a", "b"])
    #expect(found.choice == "frame")
    #expect(
      found.text.contains("It does worst on a, at 1.2 times the cost of the best setting there."))
  }

  @Test func goalsAreMetIfEnoughRecordingsMeetThem() throws {
    func found(_ missing: Int) throws -> Recommendation {
      let all = (0..<20).map { Figures(busy: $0 < missing ? 0.9 : 0.1) }
      return try .among(
        [("throttle", all)], on: (0..<20).map { "r\($0)" },
        Question([.mainBusy(atMost: 0.5)], share: 0.9))
    }
    #expect(try found(2).text.contains("It meets the goals on 18 of 20 recordings."))
    #expect(try found(3).choice == nil)
  }

  @Test func choiceNamesItsKnownViolations() throws {
    let found = try Recommendation.among([("main-drain", Figures())])
    #expect(found.text.contains("It is known to break a promise: "), "\(found.text)")
  }

  @Test(arguments: [0.1, 0.9])
  func doubtAboutTimesInWholeSecondsComesFirst(busy: Double) throws {
    var question = Question([self.busy])
    question.coarse = "times are whole seconds"
    let found = try Recommendation.among([("throttle", Figures(busy: busy))], question)
    #expect((found.choice == nil) == (busy > 0.3))
    #expect(found.sentences.first == "Not sure: times are whole seconds.")
  }

  @Test func recordedCostReplacesTheAssumedOne() throws {
    var question = Question()
    let fields = "deliveries=33 main_ns=8000000 layout_ns=500000"
    let recorded = RecordedDeliveries(comment: "# coalescer pace=next-pass \(fields)")
    question.deliveries = [try #require(recorded)]
    let found = try Recommendation.among([("throttle", Figures())], question)
    #expect(found.text.contains("Recorded deliveries: 33, each 8 ms."))
    #expect(!found.text.contains("for a reload") && !found.text.contains("for a layout"))
    let costs = question.deliveries[0].applied(to: CostModel())
    #expect(costs.reloadNanoseconds == 8_000_000)
    #expect(abs(Int(costs.layoutNanoseconds) - 500_000) < 12)
  }
}
