import Testing

@testable import BenchReport
@testable import BenchHarness

struct RecommendationRunTests {
  private func settings(
    _ strategies: String, _ traces: [(path: String, trace: Trace)] = [], workload: String = "trace"
  ) throws -> RunSettings {
    var settings = RunSettings(
      strategies: try .strategies(strategies, from: .standard, time: .virtual),
      workloads: try Selection.parse(workload, from: .standard))
    try settings.replay(traces)
    return settings
  }

  private func recommendation(
    _ settings: RunSettings, _ goals: [Goal] = [], share: Double = 1
  ) throws -> Recommendation {
    try RecommendationRun(settings, question(goals, share: share)).run()
  }

  private func question(_ goals: [Goal], share: Double = 1) -> Question {
    Question(goals: goals, weighing: Weighing(goals, hasPrice: false), share: share)
  }

  /// Bursts of ten updates 3 ms apart, of which `gap` says how far they are.
  private func trace(_ count: Int, gap: (Int) -> Double) -> Trace {
    var updates = PlannedUpdates()
    var start = 0.0
    for burst in 0..<(count / 10) {
      for number in 0..<10 {
        updates.append(
          atNanoseconds: UInt64((start + Double(number) * 3) * 1e6), row: burst * 10 + number)
      }
      start += gap(burst)
    }
    return Trace(updates)
  }

  private static let reloading =
    "throttle,debounce-max-wait,frame,pending-flag,balanced,balanced-eager,budgeted"

  /// A limit must not be answered with more of what is to be little than a stricter one was.
  @Test(arguments: ["uart:duration=2s", "rapid-service:duration=2s", "on-off:bursts=8"])
  func looserGoalIsNeverAnsweredWorse(workload: String) throws {
    let settings = try settings(Self.reloading, workload: workload)
    func least(_ goals: [Goal]) throws -> [Double] {
      try goals.map { goal in
        let found = try recommendation(settings, [goal])
        let least = try #require(found.ranking.least)
        return try #require(
          least.figure(found.weighing == .mainBusy ? "main_busy_share" : "latency_mean_ms"))
      }
    }
    func expectFalling(_ figures: [Double]) {
      for (strict, loose) in zip(figures, figures.dropFirst()) {
        #expect(loose <= strict * CandidateSearch.precision, "\(figures)")
      }
    }
    let limits: [Duration] =
      [.milliseconds(25), .milliseconds(50), .milliseconds(80)]
      + [.milliseconds(100), .milliseconds(104), .milliseconds(150), .milliseconds(400)]
    expectFalling(try least(limits.map { .latency("latency_max_ms", atMost: $0) }))
    expectFalling(try least([0.03, 0.05, 0.06, 0.1, 0.2].map { .mainBusy(atMost: $0) }))
  }

  /// The greedy of this problem: wait for as long as is allowed, then show all.
  @Test func forALimitOfLatencyNothingIsMuchBetterThanToWaitForAsLongAsItAllows() throws {
    let settings = try settings(Self.reloading, [("a", trace(600) { 110 + Double($0 % 7) * 30 })])
    let goal = Goal.latency("latency_max_ms", atMost: .milliseconds(100))
    let found = try recommendation(settings, [goal])
    let greedy = try Selection.strategy("debounce-max-wait:wait=97ms:max-wait=97ms")
    let best = try #require(found.ranking.least?.figure("main_busy_share"))
    let own = try #require(
      found.candidates.first { $0.key == greedy.key }?.figure("main_busy_share"))
    #expect(best > own * 0.95)
    #expect(try #require(found.remaining.first).isBound)
  }

  @Test func manyRecordingsAreSearchedAsThoroughlyAsOne() throws {
    let trace = trace(900) { 60 + Double($0 % 11) * 25 }
    let goals = [Goal.latency("latency_p99_ms", atMost: .milliseconds(60))]
    let one = try recommendation(try settings(Self.reloading, [("a", trace)]), goals)
    let copies = (0..<40).map { (path: "r\($0)", trace: trace) }
    let many = try recommendation(try settings(Self.reloading, copies), goals)
    #expect(many.cases.count == 40)
    let (own, others) = try (
      #require(one.ranking.least?.figure("main_busy_share")),
      #require(many.ranking.least?.figure("main_busy_share"))
    )
    #expect(others <= own * 1.02)
    #expect(many.choice?.prefix { $0 != ":" } == one.choice?.prefix { $0 != ":" })
  }

  /// Of thirty recordings, three are ten times as busy.
  private func uneven(_ count: Int = 30) -> [(path: String, trace: Trace)] {
    (0..<count).map { number in
      ("r\(number)", trace(900) { (number % 10 == 4 ? 40 : 400) + Double($0 % 7) * 9 })
    }
  }

  @Test func goalThatMostRecordingsHaveToMeetLeavesOutTheWorst() throws {
    let settings = try settings("throttle", uneven())
    let goal = Goal.mainBusy(atMost: 0.02)
    let all = try recommendation(settings, [goal])
    let most = try recommendation(settings, [goal], share: 0.9)
    let (strict, loose) = try (
      #require(all.remaining.first), #require(most.remaining.first)
    )
    #expect(strict.metCount == 30)
    #expect((27..<30).contains(loose.metCount))
    #expect(
      try #require(loose.figure("latency_mean_ms")) < #require(strict.figure("latency_mean_ms")) / 2
    )
    #expect(most.attainment?.met == loose.metCount)
    let about = most.answer.about.joined(separator: " ")
    #expect(about.contains("It meets the goals on 90 % of the recordings: main busy "), "\(about)")
    #expect(about.contains("On 90 % of the recordings, it has no more than the mean "), "\(about)")
    #expect(about.contains("Of other recordings of the kind, expect "), "\(about)")
  }

  /// The search on each machine is the same, so the figures of all are those of one.
  @Test func shardsFindWhatOneMachineFinds() throws {
    let settings = try settings("throttle,frame,balanced", uneven(24))
    let question = question([.latency("latency_max_ms", atMost: .milliseconds(80))], share: 0.9)
    let run = try RecommendationRun(settings, question)
    let whole = try run.search()
    #expect(whole.sampled == 22)
    let parts = try (1...5).map { try run.search(shard: Shard($0, of: 5)) }
    for (number, part) in parts.enumerated() {
      #expect(part.candidates.map(\.key) == whole.candidates.map(\.key))
      let own = Array(stride(from: number, to: 24, by: 5))
      for (one, all) in zip(part.candidates, whole.candidates) {
        #expect(one.results.map(\.cell.workload) == own.map { all.results[$0].cell.workload })
        #expect(one.results.map(\.cell.figures) == own.map { all.results[$0].cell.figures })
      }
    }
  }

  @Test func whereNoRecordingMeetsTheGoalsTheNearestIsTold() throws {
    let settings = try settings("throttle:interval=10ms,frame", uneven())
    let found = try recommendation(settings, [.mainBusy(atMost: 0.0001)])
    #expect(found.choice == nil && found.candidates.count >= 2)
    #expect(found.answer.about.joined().contains("comes nearest"), "\(found.answer.about)")
  }

  @Test func floodIsWarnedOf() throws {
    var updates = PlannedUpdates()
    for number in 0..<3_000 {
      updates.append(atNanoseconds: UInt64(number) * 1_000_000, row: number % 5)
    }
    let found = try recommendation(
      try settings("naive", [("a", Trace(updates))]))
    #expect(
      found.answer.about.first?.hasPrefix("Warning: the main thread is busy all the time.") == true)
    let calm = try recommendation(try settings("throttle", [("a", Trace(updates))]))
    #expect(!calm.answer.about.contains { $0.hasPrefix("Warning") })
  }

  @Test func choiceThatMayMissItsGoalOnOtherDataSaysSo() throws {
    // Twice as busy in the second half.
    let trace = trace(1_200) { $0 < 60 ? 400 : 150 }
    let settings = try settings("balanced,balanced-eager,pending-flag,budgeted", [("a", trace)])
    let found = try recommendation(settings, [.mainBusy(atMost: 0.02)])
    let carryover = try #require(found.carryover)
    #expect(carryover.kept < carryover.tries)
    #expect(found.isUnsure)
    let chosen = try #require(found.remaining.first)
    if !chosen.isBound {
      #expect(found.answer.about.contains { $0.hasPrefix("Not sure for others: ") })
      #expect(try #require(found.runnerUp).isBound)
    }
  }

  @Test func candidatesThatDoTheSameComeOnce() throws {
    let trace = trace(300) { _ in 1_000 }
    let found = try recommendation(try settings("throttle,change-set", [("a", trace)]))
    let figures = found.candidates.map { candidate in
      [candidate.figure("deliveries"), candidate.figure("latency_mean_ms")]
        + [candidate.figure("latency_max_ms"), candidate.figure("main_busy_share")]
    }
    #expect(Set(figures).count == figures.count)
    #expect(found.tried > found.candidates.count)
  }

  @Test func fewUpdatesAreNoSureAnswer() throws {
    let found = try recommendation(
      try settings("throttle,pending-flag", [("a", Trace(trace(10) { _ in 0 }.updates))]))
    #expect(found.answer.title.hasSuffix("for trace, as far as one can tell:"))
    #expect(
      found.answer.about.contains {
        $0.hasPrefix("That is too little data to be sure: updates 10, deliveries ")
          && $0.hasSuffix("Record 10 times as much.")
      }, "\(found.answer.about)")
    #expect(found.carryover == nil)
  }

  @Test func longRecordingIsThinnedAndAllOfItDecides() throws {
    let trace = trace(30_000) { 40 + Double($0 % 13) * 9 }
    let plan = trace.plan(costs: CostModel())
    let thin = plan.thinned(to: 5_000)
    #expect((4_500...5_500).contains(thin.updates.count))
    let times = thin.updates.intendedNanoseconds
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(try #require(times.last) <= thin.duration.wholeNanoseconds)
    let found = try recommendation(
      try settings("throttle,frame", [("a", trace)]),
      [.latency("latency_p99_ms", atMost: .milliseconds(60))])
    #expect(found.candidates.allSatisfy { $0.figure("updates") == 30_000 })
    #expect(found.remaining.first?.isEligible == true)
  }

  @Test func traceWithoutRowsIsKnownByRowsThatOnlyCount() {
    #expect(!trace(20) { _ in 1 }.namesRows)
    var updates = PlannedUpdates()
    for number in 0..<4 { updates.append(atNanoseconds: UInt64(number), row: number / 2) }
    #expect(Trace(updates).namesRows)
    updates = PlannedUpdates()
    for number in 0..<4 {
      updates.append(atNanoseconds: UInt64(number), row: number, kind: .insert)
    }
    #expect(Trace(updates).namesRows)
  }
}
