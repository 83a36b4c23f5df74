@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

@Suite struct PairedSuiteTests {
  /// What `Results/gate.yml` says.
  private static func committed() throws -> PairedSuite {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Results/gate.yml")
    return try #require(try GateSettings(path: file.path).paired)
  }

  private func check(_ change: (inout PairedSuite) -> Void) throws {
    var suite = try Self.committed()
    change(&suite)
    try suite.check(Registry(.standard, .standard))
  }

  @Test func committedSuiteCanBeRun() throws {
    try check { _ in }
    let suite = try Self.committed()
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

  @Test func whatCannotBeRunOrJudgedIsRefused() {
    let changes: [(inout PairedSuite) -> Void] = [
      { $0.cells = [] }, { $0.cells[0].strategy = "nonsense" }, { $0.cells[0].workload = "x" },
      { $0.cells[0].strategy = "naive,throttle" }, { $0.metrics = [] },
      { $0.metrics[0].name = "updates" }, { $0.metrics[0].name = "nonsense" },
      { $0.metrics[0].tolerance = -1 }, { $0.metrics[0].noisyTolerance = .nan },
      { $0.screenBlocks = 5 }, { $0.confirmBlocks = 7 }, { $0.quickCells = 0 },
      { $0.quickCells = 11 }, { $0.confirmedCells = 0 }, { $0.screenLevel = 1 },
      { $0.confirmLevel = 0 },
      // What could never be flagged, or never be confirmed, would always pass.
      { $0.screenLevel = 0.003 }, { $0.confirmBlocks = 8 }, { $0.confirmLevel = 1e-6 },
    ]
    for change in changes { #expect(throws: BenchError.self) { try check(change) } }
  }
}
