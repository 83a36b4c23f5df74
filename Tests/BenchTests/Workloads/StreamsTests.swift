@testable import BenchHarness
import Coalesce
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct TokenStreamTests {
  @Test func everyAnswerComesWholeToItsErrorOrToItsUsersStop() throws {
    let updates = try TrialPlan.of("token-stream:answers=4:tokens=90").updates
    let counts = (0..<4).map { view in updates.view.count { Int($0) == view } }
    // The tokens and an end.
    #expect(counts == [90 + 1, 60 + 1, 45 + 1, 90 + 1])
  }

  @Test func endOfEachAnswerIsItsLastUpdateAndMustNotWait() throws {
    let updates = try TrialPlan.of("token-stream:answers=16:tokens=50").updates
    #expect(updates.urgent.count == 16)
    for view in 0..<16 {
      let own = (0..<updates.count).filter { Int(updates.view[$0]) == view }
      #expect(own.filter(updates.isUrgent) == own.suffix(1))
    }
  }

  @Test func userStopsOnMainAndNothingElseIsMains() throws {
    let plan = try TrialPlan.of("token-stream")
    #expect(plan.producers == [.thread, .thread, .thread, .main])
    let mains = (0..<plan.updates.count).filter { plan.updates.producer[$0] == 3 }
    #expect(mains.map { Int(plan.updates.view[$0]) } == [2])
    #expect(mains.allSatisfy(plan.updates.isUrgent))
  }

  @Test func burstsHaveOneToEightTokensAtOneInstant() throws {
    let plan = try TrialPlan.of("token-stream:answers=1:tokens=10000")
    let bursts = plan.updates.bursts(Array(0..<10_000)).map(\.count)
    #expect(Set(bursts) == Set(1...8))
    #expect(abs(Double(bursts.reduce(0, +)) / Double(bursts.count) - 4.5) < 0.3)
  }

  @Test func rateIsAsAskedForBetweenThePauses() throws {
    let plan = try TrialPlan.of("token-stream:answers=1:tokens=20000:rate=100:pause=1s")
    let taken = Double(plan.duration.wholeNanoseconds) / 1e9
    #expect(abs(taken - 200) < 10)
    #expect(plan.gaps.count { $0 > 500_000_000 } == 2)
  }

  @Test func otherSeedsMakeOtherAnswers() throws {
    let plans = try (1...4).map { try TrialPlan.of("token-stream", seed: $0) }
    #expect(Set(plans.map(\.updates.intendedNanoseconds)).count == 4)
  }

  @Test func costOfTheCallersOwnTakesThePlaceOfTheWorkloads() throws {
    let usual = try TrialPlan.of("token-stream")
    #expect(usual.costs.contentNanoseconds == 3_000)
    let own = try TrialPlan.of("token-stream", costs: CostModel(content: .microseconds(9)))
    #expect(own.costs.contentNanoseconds == 9_000)
  }

  @Test(arguments: ["answers=17", "answers=16:tokens=99999999", "rate=0.001:tokens=1000000"])
  func refusesWhatCannotBePlanned(values: String) {
    #expect(throws: BenchError.self) { try TrialPlan.of("token-stream:\(values)") }
  }

  /// Two hops, a delivery that is under way, one of each other answer, and its own: however long the
  /// strategy lets the text wait.
  @Test(arguments: DeliveringStrategies.names)
  func endIsShownWithinOneDelivery(strategy: String) throws {
    let cells = "token-stream:tokens=60:layout=1us"
    let played = try VirtualCells.play(strategy, cells)
    let urgent = try #require(
      try Metric.named("latency_urgent_max_ms").value(
        TrialAnalysis(played.log), TrialCounters()))
    // Reloads; what applies rows one by one has a burst of them under way.
    let delivery = played.log.deliveryKind == .rowChange ? 8 * 0.15 + 0.3 : 2.3
    #expect(urgent <= 3 * delivery + 3 * 0.05 + 0.5, "\(strategy): \(urgent) ms")
    #expect(played.stage.viewsEqualModel())
  }

  @Test func throttleOfAMinuteWaitsWithTextAndNotWithTheEnd() throws {
    let cell = ("throttle:interval=60s", "token-stream:answers=1:tokens=60")
    let log = try VirtualCells.play(cell.0, cell.1).log
    #expect(log.deliveries.count == 2)
    let analysis = TrialAnalysis(log)
    #expect(analysis.lost == 0)
    // Some text waited for the end, which did not wait.
    #expect(try #require(analysis.latencies.last) > 500_000_000)
    #expect(analysis.shownAt[60] - log.intended[60] < 3_000_000)
  }
}

@Suite(.timeLimit(.minutes(15))) struct SelfExcitingTests {
  /// 20 a second for 1 000 s, each of a cluster of 1 / (1 − 0.8) on average.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func countIsThatOfItsClusters(seed: UInt64) throws {
    let plan = try TrialPlan.of("self-exciting:duration=1000s", seed: seed)
    #expect(abs(Double(plan.updates.count) / 100_000 - 1) < 0.05)
  }

  /// The variance of counts in long windows is 1 / (1 − n)² = 25 times that of a Poisson process.
  @Test func updatesComeInBursts() throws {
    let plan = try TrialPlan.of("self-exciting:duration=4000s")
    var counts = [Double](repeating: 0, count: 800)
    for time in plan.updates.intendedNanoseconds { counts[Int(time / 5_000_000_000)] += 1 }
    let mean = counts.reduce(0, +) / 800
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 799
    #expect((18...32).contains(variance / mean), "\(variance / mean)")
  }

  @Test func withFewChildrenItIsAPoissonProcess() throws {
    let plan = try TrialPlan.of("self-exciting:children=0.001:rate=200:duration=100s")
    #expect(abs(plan.updates.count - 20_000) < 5 * 142)
  }

  @Test func moreThanMostChildrenAreRefused() {
    #expect(throws: BenchError.self) { try TrialPlan.of("self-exciting:children=0.96") }
  }
}
