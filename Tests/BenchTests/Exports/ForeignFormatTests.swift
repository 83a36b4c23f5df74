@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct ForeignFormatTests {
  private let folder: TemporaryFolder
  private var fixture = SavedRunFixture()
  private let values = [3.0, 1, 2, 4, 5, 6]

  init() throws {
    folder = try TemporaryFolder()
    fixture.add("latency_p50_ms", values)
    fixture.add("latency_p50_ms", [7], strategy: "throttle")
    fixture.add("latency_p50_ms", [9], strategy: "broken", outcome: .lost)
  }

  private func export(
    _ name: String, _ fixture: SavedRunFixture, metrics: String = "latency_*"
  ) throws -> ForeignFormat.Product {
    try [ForeignFormat].named(name).product(
      fixture.saved("run", in: folder), metrics: metrics.isEmpty ? nil : .chosen(metrics))
  }

  private func json(_ product: ForeignFormat.Product) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(product.text.utf8))
  }

  @Test func unknownFormatIsRefusedWithTheList() {
    #expect(
      throws: BenchError.unknownName(
        kind: "format", name: "html", choices: [ForeignFormat].standard.map(\.name))
    ) { try [ForeignFormat].named("html") }
  }

  @Test func githubHasAnEntryForEachFigureThatThereIs() throws {
    let product = try export("github", fixture)
    let entries = try #require(json(product) as? [[String: Any]])
    #expect(
      entries.map { $0["name"] as? String } == [
        "naive on uart: latency_p50_ms", "throttle on uart: latency_p50_ms",
      ])
    #expect(entries[0]["value"] as? Double == 3.5 && entries[0]["unit"] as? String == "ms")
    #expect(entries[0]["range"] as? String == "± 2.5")
    #expect(entries[1]["range"] == nil, "One trial has no interval.")
    #expect(product.notes == ["Left out because trials failed: broken on uart (1 lost)."])
  }

  @Test func githubTakesNothingThatIsBetterWhenLarger() {
    #expect(throws: BenchError.self) {
      try export("github", fixture, metrics: "heartbeat_share")
    }
    #expect(throws: BenchError.self) { try export("perfetto", fixture) }
  }

  @Test func bencherHasTheIntervalAsBounds() throws {
    let benchmarks = try #require(
      json(export("bencher", fixture)) as? [String: [String: [String: Double]]])
    #expect(
      benchmarks == [
        "naive on uart": [
          "latency_p50_ms": ["value": 3.5, "lower_value": 1, "upper_value": 6]
        ],
        "throttle on uart": ["latency_p50_ms": ["value": 7]],
      ])
  }

  @Test func formatOfWhatHappenedSaysHowItIsRecorded() {
    let error = #expect(throws: BenchError.self) { try export("perfetto", fixture, metrics: "") }
    #expect(error?.description.contains("--events") == true)
  }
}

@Suite(.timeLimit(.minutes(15))) struct PerfettoTraceTests {
  private func update(_ start: UInt64, shown: UInt64?, view: Int = 0) -> TrialEvent {
    TrialEvent(kind: .update, view: view, intended: start, start: start, shown: shown)
  }

  private func delivery(_ start: UInt64, _ end: UInt64, shown: UInt64, view: Int = 0) -> TrialEvent
  {
    TrialEvent(kind: .delivery, view: view, start: start, end: end, shown: shown)
  }

  private func places(_ updates: [TrialEvent], _ deliveries: [TrialEvent]) -> [Int?] {
    ShowingDeliveries(updates, deliveries).places
  }

  @Test func updateBelongsToTheDeliveryOfItsTurn() {
    let deliveries = [delivery(10, 20, shown: 25), delivery(40, 50, shown: 55)]
    #expect(
      places([update(1, shown: 25), update(2, shown: 25), update(30, shown: 55)], deliveries)
        == [0, 0, 1])
  }

  @Test func deliveriesOfOneTurnEachHaveTheirUpdate() {
    let deliveries = [delivery(10, 20, shown: 99), delivery(20, 30, shown: 99)]
    #expect(places([update(1, shown: 99), update(2, shown: 99)], deliveries) == [0, 1])
    #expect(
      places([update(1, shown: 99), update(2, shown: 99), update(15, shown: 99)], deliveries)
        == [0, 0, 1])
  }

  @Test func updateDuringTheLastDeliveryIsShownByItsLayout() {
    #expect(places([update(15, shown: 25)], [delivery(10, 20, shown: 25)]) == [0])
  }

  @Test func otherViewsAndLostUpdatesHaveNone() {
    let deliveries = [delivery(10, 20, shown: 25, view: 1)]
    #expect(places([update(1, shown: 25), update(1, shown: nil)], deliveries) == [nil, nil])
  }

  /// The events of the trace with that phase.
  private func events(_ phase: String, _ recorded: [TrialEvent]) throws -> [[String: Any]] {
    let folder = try TemporaryFolder()
    var fixture = SavedRunFixture()
    fixture.add("latency_p50_ms", [1])
    fixture.events = recorded
    let product = try [ForeignFormat].named("perfetto").make(
      fixture.saved("run", in: folder), [])
    let json = try JSONSerialization.jsonObject(with: Data(product.text.utf8))
    let all = try #require((json as? [String: Any])?["traceEvents"] as? [[String: Any]])
    return all.filter { $0["ph"] as? String == phase }
  }

  private let recorded: [TrialEvent] = [
    TrialEvent(kind: .update, view: 0, intended: 1_000, start: 1_000, shown: 9_000),
    TrialEvent(kind: .update, view: 0, intended: 4_000, start: 4_000, shown: 9_000),
    TrialEvent(kind: .update, view: 0, intended: 8_000, start: 8_000),
    TrialEvent(kind: .delivery, view: 0, start: 2_000, end: 6_000, shown: 9_000),
    TrialEvent(kind: .blocked, start: 500, end: 1_500),
  ]

  @Test func everyShownUpdateFlowsToItsDelivery() throws {
    let begun = try events("b", recorded)
    #expect(begun.count == 3)
    #expect(try events("e", recorded).count == 2)
    let out = begun.compactMap { $0["bind_id"] as? String }
    let shows = try events("X", recorded).filter { $0["flow_in"] as? Bool == true }
    #expect(Set(out) == Set(shows.compactMap { $0["bind_id"] as? String }) && out.count == 2)
    // After the update itself, or Perfetto has nothing to bind it to.
    #expect(shows.map { $0["ts"] as? Double } == [2.001, 4.001])
  }

  @Test func pendingGoesUpWithUpdatesAndDownWithTheirDelivery() throws {
    let counts = try events("C", recorded).map { event in
      (event["args"] as? [String: Int])?["updates"]
    }
    #expect(counts == [1, 0, 0, 1])
  }

  @Test func blocksHaveAThreadOfTheirOwn() throws {
    let blocked = try events("X", recorded).filter { $0["name"] as? String == "blocked" }
    let deliveries = try events("X", recorded).filter { $0["name"] as? String == "delivery" }
    #expect(blocked.count == 1 && deliveries.count == 1)
    #expect(blocked[0]["tid"] as? Int != deliveries[0]["tid"] as? Int)
  }
}
