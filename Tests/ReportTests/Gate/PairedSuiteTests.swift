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
    var suite = PairedSuite(cells: workloads.map { Cell("naive", $0) })
    suite.confirmedCells = size.confirmed
    suite.metrics = (0..<size.metrics).map { PairedMetric(name: "m\($0)") }
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
    var suite = PairedSuite(cells: SyntheticPair.cells(4))
    suite.quickCells = 2
    var settings = PairedSettings(
      suite: suite, base: "b", candidate: "c", work: ReloadWork(roundsPerNanosecond: 1))
    #expect(settings.cells == suite.cells && settings.comparedCells == suite.cells)
    settings.isQuick = true
    settings.missing = [PairedSettings.MissingCell(suite.cells[0], lackedBy: .base)]
    #expect(settings.cells == Array(suite.cells.prefix(2)))
    #expect(settings.comparedCells == [suite.cells[1]])
  }
}
