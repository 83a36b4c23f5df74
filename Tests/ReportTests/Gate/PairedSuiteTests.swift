import Testing

@testable import BenchHarness
@testable import BenchReport

struct PairedSuiteTests {
  /// A suite that can never flag or confirm anything would always pass. With n blocks the smallest p is 2⁻ⁿ, multiplied
  /// by the number of hypotheses: the metrics of each combination that is measured again.
  @Test(
    arguments: [
      ((1, 3, 1), (8, 0.05), (8, 0.01), nil), ((3, 1, 1), (8, 0.05), (8, 0.01), nil),
      ((3, 3, 1), (8, 0.05), (8, 0.01), "to confirm"),
      ((1, 1, 3), (8, 0.05), (8, 0.01), "to confirm"),
      ((1, 3, 1), (8, 0.0039), (8, 0.01), "in the screen"), ((1, 3, 1), (8, 0.004), (8, 0.01), nil),
    ] as [((Int, Int, Int), (Int, Double), (Int, Double), String?)])
  func suiteThatCanNeverFlagAChangeIsRefused(
    size: (cells: Int, confirmed: Int, metrics: Int), screen: (Int, Double), confirm: (Int, Double),
    stage: String?
  ) throws {
    let workloads = ["uart", "steady", "complete-all"].prefix(size.cells)
    var suite = PairedSuite(workloads.map { Cell("naive", $0) })
    suite.confirmedCells = size.confirmed
    suite.metrics = Array(repeating: PairedSuite.Figure(), count: size.metrics)
    (suite.screenBlocks, suite.screenLevel) = screen
    (suite.confirmBlocks, suite.confirmLevel) = confirm
    guard let stage else { return try suite.check() }
    let level = stage == "to confirm" ? "0.01" : "0.0039"
    #expect(
      throws: BenchError.badValue(
        what: "number of blocks \(stage)", value: "8",
        expected: "more blocks, or a higher level: so few cannot reach p < \(level)")
    ) { try suite.check() }
  }

  @Test func quickRunSkipsLaterAndMissingCells() {
    var suite = PairedSuite(SyntheticPair.cells(4))
    suite.quickCells = 2
    #expect(PairedSettings(suite).comparedCells == suite.cells)
    var quick = PairedSettings(suite.quick)
    quick.missing = [suite.cells[0]: .lacked(by: .base)]
    #expect(quick.suite.cells == Array(suite.cells.prefix(2)))
    #expect(quick.comparedCells == [suite.cells[1]])
  }
}
