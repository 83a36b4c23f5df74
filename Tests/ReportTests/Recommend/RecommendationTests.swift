import Testing

@testable import BenchHarness
@testable import BenchReport

struct RecommendationTests {
  private let latency = Goal.latency(.latencyP99, atMost: .milliseconds(20))
  private let busy = Goal.mainBusy(atMost: 0.3)

  /// The sentence about the gain; empty if nothing is proposed.
  private func gain(_ found: Recommendation) -> String {
    found.sentences.first { $0.hasPrefix("Gain: ") } ?? ""
  }

  @Test func defaultIsProposedWithItsGain() throws {
    let found = try Recommendation.among(
      [
        ("next-pass", Figures(longest: 60)),
        ("adaptive", Figures(longest: 60, busy: 0.05, busiest: 0.25)),
      ],
      now: ("naive", Figures(longest: 90, mean: 40, busy: 0.6, busiest: 0.9, late: 0.2)))
    #expect(found.proposed.map(\.key) == ["adaptive"])
    #expect(
      gain(found) == """
        Gain: late updates 0 % instead of 20 %, longest wait 60 ms instead of 90 ms, busiest second \
        25 % instead of 90 %, mean wait 5 ms instead of 40 ms.
        """)
    #expect(
      found.swift == """
        import Coalesce  // product Coalesce
        let updates = Coalescer<UpdateCount>()
        """)
  }

  @Test func gainIsReportedWithItsDrawbacks() throws {
    let found = try Recommendation.among(
      [("adaptive", Figures(longest: 90, mean: 50, busy: 0.02, p95: 80))],
      now: ("naive", Figures(busy: 0.5, p95: 10)))
    #expect(
      gain(found) == """
        Gain: busiest second 2 % instead of 50 %, main-thread time 2 % instead of 50 %; in return \
        longest wait 90 ms instead of 10 ms, wait at p95 80 ms instead of 10 ms, mean wait 50 ms \
        instead of 5 ms.
        """)
  }

  /// A strategy other than the default needs a noticeable gain, no loss, and at most 5 points more of the busiest
  /// second.
  @Test(arguments: [
    (Figures(longest: 40), true), (Figures(longest: 41), false),
    (Figures(longest: 60, late: 0.02), true), (Figures(longest: 60, late: 0.025), false),
    (Figures(longest: 60, p95: 30), true), (Figures(longest: 60, p95: 31), false),
    (Figures(longest: 60, hitches: 2), true), (Figures(longest: 60, hitches: 2.5), false),
    (Figures(longest: 60, pictures: 25), true), (Figures(longest: 60, pictures: 24), false),
    (Figures(longest: 20, hitches: 4), false), (Figures(longest: 20, late: 0.04), false),
    (Figures(longest: 20, pictures: 15), false), (Figures(longest: 20, p95: 70), false),
    (Figures(longest: 20, busy: 0.15), true), (Figures(longest: 20, busy: 0.16), false),
    // Less main-thread time alone is not a gain.
    (Figures(longest: 60, busy: 0.01), false), (Figures(longest: 60, mean: 1), false),
  ])
  func defaultIsTheAnswerUnlessAnotherIsNoticeablyBetter(figures: Figures, isBetter: Bool) throws {
    // Figures that the case does not name are those of the default.
    var other = figures
    if other.late == 0 { other.late = 0.03 }
    if other.hitches == 0 { other.hitches = 3 }
    other.pictures = other.pictures ?? 20
    other.p95 = other.p95 ?? 50
    let standard = Figures(longest: 60, late: 0.03, hitches: 3, pictures: 20, p95: 50)
    let found = try Recommendation.among(
      [("throttle", other), ("adaptive", standard)],
      now: ("naive", Figures(longest: 900, busy: 0.9, hitches: 300)))
    #expect(found.choice == (isBetter ? "throttle" : "adaptive"), "\(found.text)")
    #expect(found.standard?.key == "adaptive")
  }

  /// More than half of the busiest second is too much, so that less of it is a gain.
  @Test(arguments: [(0.51, 0.4, true), (0.51, 0.48, false), (0.5, 0.1, false)])
  func defaultThatTakesMoreThanHalfOfASecondCanBeBeaten(
    own: Double, other: Double, isBetter: Bool
  ) throws {
    let found = try Recommendation.among([
      ("throttle", Figures(busiest: other)), ("adaptive", Figures(busiest: own)),
    ])
    #expect(found.choice == (isBetter ? "throttle" : "adaptive"))
  }

  @Test(arguments: [
    (Figures(longest: 79), true), (Figures(longest: 80), false),
    (Figures(longest: 60, busiest: 0.14), true), (Figures(longest: 60, busiest: 0.16), false),
    (Figures(longest: 60, hitches: 1), false), (Figures(longest: 60, late: 0.02), false),
    (Figures(longest: 60, busy: 0.5, busiest: 0.1), true),
  ])
  func presentPaceIsKeptIfItIsAsGood(figures: Figures, isKept: Bool) throws {
    let found = try Recommendation.among(
      [("adaptive", Figures(longest: 60)), ("frame", Figures(longest: 60))],
      now: ("throttle", figures))
    #expect(found.choice == (isKept ? "throttle" : "adaptive"))
    let words =
      "Nothing is worth changing: adaptive, the best of 2 settings, is not noticeably better than "
      + "throttle."
    #expect(found.text.contains(words) == isKept, "\(found.text)")
    let same = try Recommendation.among([("adaptive", figures)], now: ("adaptive", figures))
    #expect(same.text.contains("adaptive, the best of 1 settings, is already in use."))
  }

  /// With goals, a difference counts if it is at least half a percentage point of main-thread time, and over 5 %.
  @Test(arguments: [(0.1, 0.0951, false), (0.1, 0.095, true), (0.2, 0.192, false)])
  func changeBelowTheThresholdIsNotProposed(now: Double, other: Double, isWorth: Bool) throws {
    let found = try Recommendation.among(
      [("throttle", Figures(busy: other))], now: ("naive", Figures(busy: now)),
      Question([.latency(.latencyMax, atMost: .milliseconds(100))]))
    #expect(found.proposed.isEmpty == !isWorth)
    #expect(found.text.contains("Nothing is worth changing: ") == !isWorth, "\(found.text)")
    #expect(found.choice == (isWorth ? "throttle" : "naive"))
  }

  /// Half of the busiest second comes first, then hitches, then up to 30 pictures, then main-thread time.
  @Test(arguments: [
    ([Figures(busy: 0.1, busiest: 0.6), Figures(busy: 0.2, busiest: 0.5, hitches: 20)], 1),
    ([Figures(busy: 0.1, busiest: 0.8), Figures(busy: 0.2, busiest: 0.7, hitches: 9)], 1),
    ([Figures(busy: 0.1, hitches: 3), Figures(busy: 0.2, hitches: 1.5, pictures: 12)], 1),
    ([Figures(busy: 0.1, hitches: 2), Figures(busy: 0.2, hitches: 1.5)], 0),
    ([Figures(busy: 0.1, pictures: 20), Figures(busy: 0.2, pictures: 28)], 1),
    ([Figures(busy: 0.1, pictures: 24), Figures(busy: 0.2, pictures: 28)], 0),
    ([Figures(busy: 0.1, pictures: 30), Figures(busy: 0.2, pictures: 60)], 0),
    ([Figures(longest: 90, busy: 0.1), Figures(longest: 20, busy: 0.2)], 0),
  ])
  func goalsAreMetWithTheLeastForAPersonToFeel(figures: [Figures], place: Int) throws {
    let names = ["throttle", "frame"]
    for order in [[0, 1], [1, 0]] {
      let found = try Recommendation.among(
        order.map { (names[$0], figures[$0]) },
        Question([.latency(.latencyMax, atMost: .milliseconds(100))]))
      #expect(found.choice == names[place], "\(found.text)")
    }
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

  /// A price weighs waiting against main-thread time, however long the wait.
  @Test func priceDecidesIfItIsGiven() throws {
    func choice(_ question: Question) throws -> String? {
      try Recommendation.among(
        [
          ("adaptive", Figures(busy: 0.05)),
          ("balanced-eager", Figures(longest: 400, busy: 0.01, cost: 50)),
        ],
        now: ("naive", Figures(longest: 300, busy: 0.05, cost: 101)), question
      ).choice
    }
    #expect(try choice(Question(hasPrice: true)) == "balanced-eager")
    #expect(try choice(Question()) == "adaptive")
  }

  @Test func simplestOfEqualCandidatesComesFirst() throws {
    let found = try Recommendation.among([
      ("source-add", Figures(cost: 99)), ("throttle", Figures(cost: 100)),
      ("next-pass", Figures(cost: 103)), ("frame", Figures(busy: 0.2, cost: 106)),
    ])
    #expect(found.candidates.map(\.key) == ["next-pass", "throttle", "source-add", "frame"])
  }

  @Test func rowChangesAreNotRankedWithReloads() throws {
    let now = (strategy: "naive", figures: Figures(longest: 300, busy: 0.9))
    let found = try Recommendation.among(
      [
        ("adaptive", Figures(longest: 60)), ("adaptive:by=rows", Figures(longest: 20, busy: 0.03)),
      ], now: now)
    #expect(found.proposed.map(\.key) == ["adaptive", "adaptive:by=rows"])
    #expect(
      found.text.contains(
        "Changing rows instead needs updates that name the rows (ChangedIDs): longest wait 20 ms "
          + "instead of 60 ms, busiest second 3 % instead of 10 %, main-thread time 3 % instead of "
          + "10 %."))
    let alike = try Recommendation.among(
      [("adaptive", Figures()), ("adaptive:by=rows", Figures(busy: 0.03))], now: now)
    #expect(alike.proposed.map(\.key) == ["adaptive"])
    #expect(!alike.text.contains("rows"))
  }

  /// Caveats come before the answer, and name only the quantities that are too small.
  @Test func caveatsComeFirst() throws {
    func sentences(_ figures: Figures) throws -> [String] {
      try Recommendation.among(
        [("adaptive", figures)], now: ("naive", Figures(longest: 300, busy: 0.9))
      ).sentences
    }
    let short = try sentences(Figures(busy: 0.95, updates: 68, deliveries: 20))
    #expect(
      short.prefix(3) == [
        "Too little data: updates 68 (need 100).",
        "'now' assumes a reload for every update: no pace was recorded.",
        "Even so, deliveries take 95 % of the busiest second: make them cheaper.",
      ])
    #expect(short[3].hasPrefix("Gain: "))
    #expect(
      try sentences(Figures(updates: 68, deliveries: 9))[0]
        == "Too little data: updates 68 (need 100), deliveries 9 (need 10).")
    #expect(try sentences(Figures(deliveries: 9))[0] == "Too little data: deliveries 9 (need 10).")
    #expect(try !sentences(Figures()).joined().contains("Too little"))
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
        "Goals: latency p99 20 ms (at most 20 ms), busiest second 30 % (at most 30 %)."))
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
        "next-pass comes nearest: busiest second 40 %, not 30 %.",
      ])
  }

  @Test func candidateWithTheBestWorstCaseWins() throws {
    let found = try Recommendation.among(
      [
        ("throttle", [Figures(cost: 10), Figures(busy: 0.9, cost: 300)]),
        ("frame", [Figures(busy: 0.2, cost: 12), Figures(cost: 100)]),
      ], on: ["a", "b"], Question(hasPrice: true))
    #expect(found.choice == "frame")
    #expect(
      found.text.contains("It does worst on a, at 1.2 times the cost of the best setting there."))
  }

  /// Each user has a recording: the answer is worse for none of them, and better for one.
  @Test func worstRecordingDecidesWithoutGoals() throws {
    func choice(_ figures: [Figures]) throws -> String? {
      let standard = [Figures(longest: 80), Figures(longest: 60)]
      return try Recommendation.among(
        [("throttle", figures), ("adaptive", standard)], on: ["a", "b"]
      ).choice
    }
    #expect(try choice([Figures(longest: 30), Figures(longest: 60)]) == "throttle")
    #expect(try choice([Figures(longest: 30), Figures(longest: 85)]) == "adaptive")
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
