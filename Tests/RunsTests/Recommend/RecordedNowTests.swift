import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

/// The present strategy of a recommendation, if its deliveries were recorded.
struct RecordedNowTests {
  private func settings(
    _ traces: [(path: String, trace: Trace)], costs: CostModel = CostModel()
  ) throws -> RunSettings {
    var settings = RunSettings(
      strategies: try .strategies("throttle:interval=30ms", from: .standard, time: .virtual),
      workloads: try Selection.parse("trace", from: .standard), costs: costs)
    try settings.replay(traces)
    return settings
  }

  /// Four bursts of ten updates 3 ms apart, in two deliveries, as with no real pace.
  private var recorded: Trace {
    let times = (0..<40).map { number -> UInt64 in
      let milliseconds = number / 10 * 110 + number % 10 * 3
      return UInt64(milliseconds) * 1_000_000
    }
    let deliveries: [RecordedDelivery] = [150, 1_500].map { time in
      let start = UInt64(time) * 1_000_000
      return RecordedDelivery(
        start: start, handler: 5_000_000, layout: 1_000_000, shown: start + 6_000_000)
    }
    return Trace(PlannedUpdates(at: times), deliveries: deliveries)
  }

  /// Whether or not the bench knows the pace; a simulation of the pace is a candidate like any other.
  @Test(arguments: [StrategyEntry.recorded.name, "throttle:interval=30ms"])
  func recordedDeliveriesAreThePresentStrategy(key: String) throws {
    let settings = try settings([("a", recorded)])
    var question = Question()
    question.now = key
    let now = try Selection.one(key, from: [StrategyEntry].standard + [.recorded])
    let found = try RecommendationRun(settings, question, now: now).search()
    let present = try #require(found.now)
    #expect(present.key == key && found.candidates.map(\.key) == ["throttle:interval=30ms"])
    #expect(present.figure(.deliveries) == 2)
    let longest = try #require(present.figure(.latencyMax))
    #expect(abs(longest - 1_286) < 1e-6)
    #expect(found.candidates[0].figure(.deliveries) ?? 0 > 2)
    let answer = try RecommendationRun(settings, question, now: now).run()
    #expect(answer.now?.figure(.deliveries) == 2)
    // The app did worse than its own pace in the model, which changing to that pace cannot fix.
    let isKnown = key != StrategyEntry.recorded.name
    #expect(answer.proposed.isEmpty == isKnown)
    let warning = "A simulation of throttle:interval=30ms gives"
    #expect(answer.sentences.contains { $0.hasPrefix(warning) } == isKnown)
  }

  /// A pace that meets the goal only without the app's pauses and other work is not an answer.
  @Test func paceThatMissedItsGoalInTheAppIsNotProposed() throws {
    let settings = try settings([("a", recorded)])
    var question = Question([.latency(.latencyMax, atMost: .milliseconds(100))])
    question.now = "throttle:interval=30ms"
    let now = try Selection.one("throttle:interval=30ms", from: [StrategyEntry].standard)
    let answer = try RecommendationRun(settings, question, now: now).run()
    #expect(answer.proposed.isEmpty && answer.choice == nil)
    #expect(answer.sentences[0].contains("meets the goals in a simulation, but did not"))
  }

  /// Two deliveries of 400 ms begin when they were recorded; the first still shows every update.
  @Test func recordedDeliveriesTakeTheCostThatIsGiven() throws {
    var costs = CostModel()
    costs.reloadNanoseconds = 400_000_000
    var question = Question()
    question.isGiven = true
    let run = try RecommendationRun(
      settings([("a", recorded)], costs: costs), question, now: Selection(.recorded))
    let present = try #require(run.search().now)
    #expect(present.figure(.deliveries) == 2)
    let longest = try #require(present.figure(.latencyMax))
    #expect(abs(longest - 550.24) < 0.01)
  }

  @Test func partKeepsTheRecordedDeliveries() throws {
    let traces = ["a", "b"].map { (path: $0, trace: recorded) }
    let settings = try settings(traces)
    var question = Question()
    question.now = StrategyEntry.recorded.name
    let run = try RecommendationRun(settings, question, now: Selection(.recorded))
    let parts = try [1, 2].map { number in
      let shard = try #require(Shard(number, of: 2))
      let part = RecommendationPart(
        run.search(shard: shard), shard: shard, build: "")
      return try RecommendationPart(Data(part.json().utf8), file: "part")
    }
    let text = try parts[0].json()
    for shard in [#"{"count":0,"number":1}"#, #"{"count":9223372036854775807,"number":1}"#] {
      let wrong = text.replacing(#"{"count":2,"number":1}"#, with: shard)
      #expect(throws: BenchError.self) { try RecommendationPart(Data(wrong.utf8), file: "part") }
    }
    let folders = [1, 2].map { URL(fileURLWithPath: "/part\($0)") }
    let found = try RecommendationPart.joined(parts, of: folders, .standard)
    #expect(found.now?.key == "recorded" && found.now?.figure(.deliveries) == 4)
    #expect(found.candidates.map(\.key) == ["throttle:interval=30ms"])
  }

  @Test(
    arguments: [
      ("pace=throttle:interval=30.0ms ", "0\n5,delivery,1,1,7\n", "throttle:interval=30ms", 0),
      ("", "0\n5,delivery,1,1,7\n", "recorded", 0), ("", "0\n", "naive", 12),
    ])
  func requestTakesThePresentStrategyFromTheRecording(
    pace: String, rows: String, now: String, untimed: Int
  ) throws {
    let text =
      "# coalescer \(pace)deliveries=12 update=ChangedIDs<Int>\n"
      + "time_ns,kind,handler_ns,layout_ns,shown_ns\n" + rows
    let recording = try Recording(bytes: Array(text.utf8), name: "a", options: TraceOptions())
    let run = try RecommendationRun(
      Question(), of: [("a", recording)], strategies: "adaptive", Registry(.standard, .standard))
    #expect(run.question.now == now && run.question.update == "ChangedIDs<Int>")
    #expect(run.question.isRecorded == (untimed == 0))
    let answer = run.run()
    let said = answer.sentences.joined()
    #expect(said.contains("12 deliveries were recorded, without") == (untimed > 0))
    #expect(untimed > 0 || answer.now?.swift?.contains("<ChangedIDs<Int>>") != false)
    let lines = answer.candidates.compactMap(\.swift)
    #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("Coalescer<ChangedIDs<Int>>") })
  }

  @Test(
    arguments: [
      ("adaptive", "ChangedIDs<Int>", "let updates = Coalescer<ChangedIDs<Int>>()"),
      ("adaptive", nil, "let updates = Coalescer<UpdateCount>()"),
      ("frame:by=rows", "ChangedIDs<UUID>", "let updates = Coalescer<ChangedIDs<UUID>>("),
      // An app that only counts updates needs the IDs for this.
      ("frame:by=rows", "UpdateCount", "let updates = Coalescer<ChangedIDs<Row.ID>>("),
      ("source-add", "ChangedIDs<Int>", "let updates = SourceAdd<UpdateCount> {"),
    ] as [(String, String?, String)])
  func lineKeepsTheTypeOfUpdates(key: String, update: String?, line: String) throws {
    var question = Question()
    let recorded = update.flatMap { RecordedDeliveries(comment: "# coalescer update=\($0)") }
    question.deliveries = [recorded].compactMap { $0 }
    let candidate = Candidate(try .strategy(key), [], question)
    let lines = try #require(candidate.swift).components(separatedBy: "\n")
    #expect(lines.contains { $0.hasPrefix(line) }, "\(lines)")
  }
}
