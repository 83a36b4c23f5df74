import BenchTestSupport
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

extension Recommendation {
  fileprivate var text: String { sentences.joined(separator: " ") }
}

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

  private func run(
    _ settings: RunSettings, _ question: Question = Question(), now: String? = nil
  ) throws -> Recommendation {
    var question = question
    question.now = now
    return try RecommendationRun(settings, question, now: now.map { try .strategy($0) }).run()
  }

  /// Bursts of ten updates, 3 ms apart; `gap` gives the distance in ms from each burst to the next.
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

  private static let policies = "throttle,debounce,frame,next-pass,balanced-eager,budget"

  /// Round values are 1, 2, 3, 5 and 8 × 10ⁿ ms, frame periods, and 1, 2, 5, 10, 25 and 50 %. So is a limit, or a limit
  /// minus one or two deliveries.
  @Test func proposedValuesAreRound() throws {
    let found = try run(
      try settings(Self.policies, workload: "uart:duration=1s"),
      Question([.latency(.latencyMax, atMost: .seconds(2))]))
    let others = [16_666_666.0, 8_333_333, 1.9e9]
    for candidate in found.candidates {
      for parameter in candidate.selection.parameters {
        let value = candidate.selection.values.value(of: parameter)
        switch parameter.kind {
        case .duration where value > 0 && !others.contains { abs($0 - value) < 2 }:
          let digits = String(Int(value)).prefix { $0 != "0" }
          #expect(["1", "2", "3", "5", "8"].contains(digits), "\(candidate.key)")
          #expect(value >= 1e6 && value <= 4e9, "\(candidate.key)")
        case .share: #expect([0.01, 0.02, 0.05, 0.1, 0.25, 0.5].contains(value))
        default: break
        }
      }
    }
    #expect(found.candidates.contains { $0.key == "throttle:interval=2s" })
    #expect(found.candidates.filter { $0.entry.name == "frame" }.count == 2)
  }

  /// A delivery takes 2.24 ms.
  @Test(arguments: [
    (170, ["160ms", "170ms"]), (1_234, ["1.2s"]), (11, ["6.5ms", "8.7ms", "11ms"]),
  ])
  func limitRoundedDownToTwoDigitsIsTried(limit: Int, values: [String]) throws {
    let found = try run(
      try settings("throttle", workload: "uart:duration=1s"),
      Question([.latency(.latencyMax, atMost: .milliseconds(limit))]))
    for value in values {
      let key = "throttle:interval=\(value)"
      #expect(found.candidates.contains { $0.key.readableKey == key }, "\(key)")
    }
  }

  /// The same updates, with three seconds or an hour of silence before the last burst.
  @Test func silenceDoesNotChangeTheAnswer() throws {
    let gaps = [3_000.0, 3_600_000].map { silence in
      trace(600) { $0 == 58 ? silence : 40 + Double($0 % 7) * 20 }
    }
    for goals in [[], [Goal.mainBusy(atMost: 0.2)]] {
      let found = try gaps.map { gap in
        try run(
          try settings(Self.policies + ",adaptive", [("a", gap)]), Question(goals), now: "naive")
      }
      #expect(found[0].choice == found[1].choice)
      #expect(found[0].sentences == found[1].sentences)
    }
  }

  @Test func givenParameterValuesAreKept() throws {
    let found = try run(try settings("debounce:wait=7ms", workload: "uart:duration=1s"))
    #expect(found.candidates.allSatisfy { $0.key.contains("wait=7ms") })
    #expect(found.candidates.contains { $0.key == "debounce:wait=7ms:max-wait=80ms" })
  }

  /// A looser limit must not lead to more main-thread time than a stricter one.
  @Test(arguments: ["uart:duration=2s", "rapid-service:duration=2s", "on-off:bursts=8"])
  func looserGoalNeverCostsMoreMainThreadTime(workload: String) throws {
    let settings = try settings(Self.policies, workload: workload)
    let limits = [25, 50, 80, 110, 150, 400].map { Duration.milliseconds($0) }
    let shares = try limits.map { limit in
      try #require(
        run(settings, Question([.latency(.latencyMax, atMost: limit)])).proposed.first?
          .figure(.mainBusyActiveShare))
    }
    for (strict, loose) in zip(shares, shares.dropFirst()) {
      #expect(!Noticeable.isBetter(strict, than: loose, .mainBusyActiveShare), "\(shares)")
    }
  }

  /// A strategy's rule can guarantee a latency limit, but not a main-thread share.
  @Test func onlyALatencyLimitHoldsByDesign() throws {
    let settings = try settings("throttle", workload: "uart:duration=500ms")
    let bound = try run(settings, Question([.latency(.latencyMax, atMost: .milliseconds(90))]))
    #expect(bound.text.contains("This holds by design for any recording"), "\(bound.text)")
    let share = try run(settings, Question([.mainBusy(atMost: 0.5)]))
    #expect(share.choice != nil && !share.text.contains("by design"))
  }

  @Test func currentPaceIsComparedNotProposed() throws {
    let settings = try settings("throttle", [("a", trace(600) { _ in 110 })])
    let found = try run(settings, now: "throttle:interval=7ms")
    #expect(found.now?.key == "throttle:interval=7ms")
    #expect(!found.candidates.contains { $0.key == found.now?.key })
  }

  /// Each recording uses the delivery cost measured when it was made.
  @Test func eachRecordingHasItsOwnCosts() throws {
    let recording = trace(300) { _ in 110 }
    var settings = RunSettings(
      strategies: try .strategies("next-pass", from: .standard, time: .virtual),
      workloads: try Selection.parse("trace", from: .standard))
    try settings.replay(
      [("a", recording), ("b", recording)],
      deliveries: [nil, RecordedDeliveries(comment: "# coalescer main_ns=9000000")])
    let results = try #require(try run(settings).candidates.first?.results)
    let busy = results.compactMap { $0.cell.median(.mainBusyShare) }
    #expect(busy.count == 2 && busy[1] > busy[0] * 1.2)
  }

  @Test func copiesOfARecordingGetTheSameAnswer() throws {
    let trace = trace(900) { 60 + Double($0 % 11) * 25 }
    let goal = Question([.latency(.latencyP99, atMost: .milliseconds(60))])
    let one = try run(try settings(Self.policies, [("a", trace)]), goal)
    let copies = (0..<40).map { (path: "r\($0)", trace: trace) }
    let many = try run(try settings(Self.policies, copies), goal)
    let (own, others) = try (#require(one.proposed.first), #require(many.proposed.first))
    #expect(many.cases.count == 40 && own.entry.name == others.entry.name)
    let shares = [own, others].compactMap { $0.figure(.mainBusyShare) }
    #expect(abs(shares[0] - shares[1]) < 0.005)
  }

  @Test func longRecordingIsThinnedThenJudgedInFull() throws {
    let trace = trace(30_000) { 40 + Double($0 % 13) * 9 }
    let thin = trace.plan(costs: CostModel()).thinned(to: 5_000)
    #expect((4_500...5_500).contains(thin.updates.count))
    let found = try run(
      try settings("throttle,frame", [("a", trace)]),
      Question([.latency(.latencyP99, atMost: .milliseconds(60))]))
    #expect(found.candidates.allSatisfy { $0.figure(.updates) == 30_000 })
    #expect(found.choice != nil)
  }
}
