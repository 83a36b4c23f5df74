@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct PairedSuiteTests {
  private static func text() throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Results/gate.yml")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// What `Results/gate.yml` says, or what it says with another text in it.
  private static func suite(_ text: String) throws -> PairedSuite {
    try #require(try GateSettings(SettingsNode(text, file: "gate.yml")).paired)
  }

  private static func committed() throws -> PairedSuite { try suite(text()) }

  @Test func committedSuiteCanBeRun() throws {
    let suite = try Self.committed()
    try suite.check(Registry(.standard, .standard))
    #expect(suite.cells.count >= 10)
    #expect(Set(suite.cells).count == suite.cells.count)
  }

  /// A median takes 20 updates. With 24 on average, of Poisson arrivals, one whole run in five ended
  /// UNKNOWN, for a block is lost where any of its trials has too few.
  @Test func committedCellsHaveUpdatesEnoughForAMedian() throws {
    for cell in try Self.committed().cells {
      for seed in 1...100 as ClosedRange<UInt64> {
        let updates = try TrialPlan.of(cell.workload, seed: seed).updates.count
        #expect(updates >= 24, "\(cell.workload), seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    ("strategy: pending-flag", "strategy: nonsense"), ("\"uart:duration=60ms\"", "x"),
    ("strategy: pending-flag", "strategy: \"naive,throttle\""),
    ("name: latency_p50_ms", "name: updates"), ("name: latency_p50_ms", "name: nonsense"),
    ("tolerance: 5%", "tolerance: -1%"), ("noisy-tolerance: 50%", "noisy-tolerance: nan"),
    ("screen-blocks: 8", "screen-blocks: 5"), ("confirm-blocks: 20", "confirm-blocks: 7"),
    ("quick-cells: 6", "quick-cells: 0"), ("quick-cells: 6", "quick-cells: 11"),
    ("confirmed-cells: 3", "confirmed-cells: 0"), ("screen-level: 0.05", "screen-level: 1"),
    ("confirm-level: 0.01", "confirm-level: 0"),
    // What could never be flagged, or never be confirmed, would always pass.
    ("screen-level: 0.05", "screen-level: 0.003"), ("confirm-blocks: 20", "confirm-blocks: 8"),
    ("confirm-level: 0.01", "confirm-level: 0.000001"),
  ])
  func whatCannotBeRunOrJudgedIsRefused(part: String, instead: String) throws {
    let text = try Self.text()
    #expect(text.contains(part))
    #expect(throws: BenchError.self) {
      try Self.suite(text.replacing(part, with: instead)).check(Registry(.standard, .standard))
    }
  }

  @Test(arguments: ["cells", "metrics"])
  func suiteWithoutCellsOrMetricsIsRefused(key: String) throws {
    let cells = key == "cells" ? "[]" : "[{ strategy: naive, workload: uart }]"
    let metrics = key == "metrics" ? "[]" : "[{ name: latency_p50_ms }]"
    let text = """
      schema: 1
      exact: { strategies: "*", workloads: "*", seeds: [1], metrics: [deliveries] }
      paired: { cells: \(cells), metrics: \(metrics) }
      """
    let error = try #require(throws: BenchError.self) { try Self.suite(text) }
    #expect("\(error)".contains("'\(key)' is empty."), "\(error)")
  }
}
