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

  /// A suite with `keys` besides `cells` of that number.
  private static func suite(of cells: Int = 2, with keys: String) throws -> PairedSuite {
    let list = (1...cells).map { "{ strategy: s\($0), workload: w\($0) }" }
    return try suite(
      """
      schema: 1
      exact: { strategies: "*", workloads: "*", seeds: [1], metrics: [deliveries] }
      paired: { cells: [\(list.joined(separator: ", "))], \(keys) }
      """)
  }

  @Test func everythingIsRead() throws {
    let suite = try Self.suite(
      with: """
        seed: 7, quick-cells: 1, screen-blocks: 9, confirm-blocks: 21, confirmed-cells: 4,
            screen-level: 0.04, confirm-level: 0.02, steady-variation: 7%, reload-cost: 9ms,
            metrics: [{ name: latency_p50_ms, tolerance: 11%, noisy-tolerance: 22% },
              { name: heartbeat_share }]
        """)
    var expected = PairedSuite(cells: [Cell("s1", "w1"), Cell("s2", "w2")])
    (expected.seed, expected.quickCells, expected.confirmedCells) = (7, 1, 4)
    (expected.screenBlocks, expected.confirmBlocks) = (9, 21)
    (expected.screenLevel, expected.confirmLevel, expected.steadyVariation) = (0.04, 0.02, 0.07)
    expected.costs = CostModel(reload: .milliseconds(9))
    expected.metrics = [
      PairedMetric(name: "latency_p50_ms", tolerance: 0.11, noisyTolerance: 0.22),
      PairedMetric(name: "heartbeat_share", tolerance: 0.05, noisyTolerance: 0.2),
    ]
    #expect(suite == expected)
    // Of more than there are, all.
    #expect(try Self.suite(of: 2, with: "seed: 1").quickCells == 2)
    #expect(try Self.suite(of: 8, with: "seed: 1").quickCells == 6)
  }

  @Test(arguments: [
    ("seed", "0", "-1"), ("quick-cells", "1", "0"), ("quick-cells", "2", "3"),
    ("screen-blocks", "6", "5"), ("screen-blocks", "1000", "1001"), ("confirm-blocks", "8", "7"),
    ("confirm-blocks", "1000", "1001"), ("confirmed-cells", "1", "0"),
    ("confirmed-cells", "100", "101"), ("screen-level", "0.000001", "0.0000009"),
    ("screen-level", "0.5", "0.51"), ("confirm-level", "0.000001", "0.0000009"),
    ("confirm-level", "0.5", "0.51"), ("steady-variation", "0", "-0.01"),
    ("steady-variation", "1", "1.01"),
  ])
  func rangesEndWhereTheyEnd(key: String, last: String, beyond: String) throws {
    _ = try Self.suite(with: "\(key): \(last)")
    let error = #expect(throws: BenchError.self) { try Self.suite(with: "\(key): \(beyond)") }
    #expect(error?.description.contains("'\(key)' is '\(beyond)'. Give a") == true)
  }

  @Test func metricThatIsNeitherBetterNorWorseIsRefusedByName() throws {
    for name in ["updates", "nonsense"] {
      let error = #expect(throws: BenchError.self) {
        try Self.suite(with: "metrics: [{ name: \(name) }]")
      }
      #expect(
        error?.description.contains("there is no metric '\(name)' that is better or worse.") == true
      )
    }
  }

  /// n blocks have a p of 2⁻ⁿ at the best.
  @Test func soManyBlocksCanFlagAndConfirm() {
    var suite = PairedSuite(cells: [])
    (suite.screenLevel, suite.confirmLevel) = (0.5, 0.5)
    #expect(!suite.canFlag(5) && suite.canFlag(6))
    #expect(!suite.canConfirm(5, hypotheses: 1) && suite.canConfirm(6, hypotheses: 1))
    (suite.screenLevel, suite.confirmLevel) = (1.0 / 256, 1.0 / 64)
    #expect(!suite.canFlag(8) && suite.canFlag(9))
    #expect(!suite.canConfirm(8, hypotheses: 4) && suite.canConfirm(8, hypotheses: 3))
  }

  /// As many hypotheses as cells that are measured again have metrics.
  @Test(arguments: [(1, 3, 1, true), (3, 1, 1, true), (3, 3, 1, false), (1, 1, 3, false)])
  func blocksConfirmAllThatCanBeFlagged(
    cells: Int, confirmed: Int, metrics: Int, canBeRun: Bool
  ) throws {
    let workloads = ["uart", "steady", "complete-all"].prefix(cells)
    var suite = PairedSuite(cells: workloads.map { Cell("naive", $0) })
    // One has a p of 1/256, three of 3/256.
    (suite.confirmBlocks, suite.confirmedCells) = (8, confirmed)
    suite.metrics = (0..<metrics).map { PairedMetric(name: "m\($0)") }
    func check() throws { try suite.check(Registry(.standard, .standard)) }
    guard !canBeRun else { return try check() }
    #expect(
      throws: BenchError.badValue(
        what: "number of blocks to confirm", value: "8",
        expected: "more, or a higher level: so few never get below p = 0.01")
    ) { try check() }
  }

  @Test func blocksThatCannotFlagAreRefused() {
    var suite = PairedSuite(cells: [Cell("naive", "uart")])
    (suite.screenBlocks, suite.screenLevel) = (8, 0.0039)
    #expect(
      throws: BenchError.badValue(
        what: "number of blocks in the screen", value: "8",
        expected: "more, or a higher level: so few never get below p = 0.0039")
    ) { try suite.check(Registry(.standard, .standard)) }
  }

  @Test func quickRunHasTheFirstCellsAndComparesThoseOfBothSides() {
    var suite = PairedSuite(cells: SyntheticPair.cells(4))
    suite.quickCells = 2
    var settings = PairedSettings(
      suite: suite, base: "b", candidate: "c", work: ReloadWork(roundsPerNanosecond: 1))
    #expect(settings.cells == suite.cells && settings.comparedCells == suite.cells)
    settings.isQuick = true
    #expect(settings.cells == Array(suite.cells.prefix(2)))
    settings.missing = [PairedSettings.MissingCell(cell: suite.cells[0], side: .base)]
    #expect(settings.comparedCells == [suite.cells[1]])
  }

  @Test func onlyWhatCanBeStartedIsABuild() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("text", "no program")
    for side in [PairedSide.base, .candidate] {
      try side.checkExecutable("/bin/sh")
      for (path, cause) in [
        (folder.path("missing"), "there is no such file"),
        (file, "it is not an executable file"), (folder.url.path, "it is not an executable file"),
      ] {
        #expect(
          throws: BenchError.cannotStart(
            path: path,
            cause: "\(cause). Build the \(side.rawValue)'s bench first: "
              + "swift build -c release --product bench.")
        ) { try side.checkExecutable(path) }
      }
    }
  }
}
