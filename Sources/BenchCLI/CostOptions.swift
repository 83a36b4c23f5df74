import ArgumentParser
import BenchHarness
import BenchReport

struct CostOptions: ParsableArguments {
  @Option(
    duration: "Main-thread time of a reload (default: 2ms; 'simulate' also tries 15ms).",
    transform: Duration.cost)
  var reloadCost: Duration?

  @Option(
    cost: "Main-thread time to lay out one visible row at each layout commit.",
    visibility: .hidden)
  var visibleRowCost: Duration = .microseconds(20)

  @Option(
    help: ArgumentHelp("The number of visible rows.", valueName: "number", visibility: .hidden))
  var visibleRows: Int = 12

  @Option(cost: "Main-thread time of a single row change.", visibility: .hidden)
  var rowChangeCost: Duration = .microseconds(150)

  @Option(
    cost:
      "Main-thread time per row of the view at each layout commit, if a layout covers all rows.",
    visibility: .hidden)
  var contentCost: Duration = .zero

  func validate() throws { try require("--visible-rows", visibleRows, 0...10_000) }

  func costs(_ price: PriceOption, screen: CostModel.Screen? = nil) -> CostModel {
    CostModel(
      reload: reloadCost ?? .milliseconds(2), visibleRow: visibleRowCost, visibleRows: visibleRows,
      rowChange: rowChangeCost, content: contentCost, latencyPrice: price.latencyPrice ?? 0.02,
      screen: screen)
  }
}
