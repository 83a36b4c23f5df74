import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport

struct ForeignFormatTests {
  private var fixture = SavedRunFixture()
  private let values = [3.0, 1, 2, 4, 5, 6]

  init() {
    fixture.add("latency_p50_ms", values)
    fixture.add("latency_p50_ms", [7], strategy: "throttle")
    fixture.add("latency_p50_ms", [9], strategy: "broken", outcome: .lost)
  }

  private func export(
    _ format: ForeignFormat, _ fixture: SavedRunFixture, metrics: String = "latency_*"
  ) throws -> Any {
    let text = try format.text(
      of: fixture.saved("run"), metrics: metrics.isEmpty ? nil : .chosen(metrics))
    return try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  @Test func githubExportHasAnEntryForEachExistingFigure() throws {
    let entries = try #require(export(.github, fixture) as? [[String: Any]])
    #expect(
      entries.map { $0["name"] as? String } == [
        "naive on uart: latency_p50_ms", "throttle on uart: latency_p50_ms",
      ])
    #expect(entries[0]["value"] as? Double == 3.5 && entries[0]["unit"] as? String == "ms")
    #expect(entries[0]["range"] as? String == "± 2.5")
    #expect(entries[1]["range"] == nil, "One trial has no interval.")
    #expect(
      fixture.saved("run").leftOut
        == "Left out because trials failed: broken on uart (1 lost).")
  }

  @Test func bencherExportGivesTheIntervalAsBounds() throws {
    let benchmarks = try #require(
      export(.bencher, fixture) as? [String: [String: [String: Double]]])
    #expect(
      benchmarks == [
        "naive on uart": [
          "latency_p50_ms": ["value": 3.5, "lower_value": 1, "upper_value": 6]
        ],
        "throttle on uart": ["latency_p50_ms": ["value": 7]],
      ])
  }
}
