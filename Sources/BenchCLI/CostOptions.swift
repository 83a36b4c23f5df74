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

  @Option(
    help: ArgumentHelp(
      "Main-thread time you would trade for latency, in ns per ns saved (default: 0.02).",
      valueName: "number"))
  var latencyPrice: Double?

  func validate() throws {
    try require("--visible-rows", visibleRows, 0...10_000)
    if let price = latencyPrice, !(0...1_000_000).contains(price) {
      throw ValidationError("--latency-price is \(price); it must be from 0 to 1000000.")
    }
  }

  func model(screen: CostModel.Screen? = nil) -> CostModel {
    CostModel(
      reload: reloadCost ?? .milliseconds(2), visibleRow: visibleRowCost, visibleRows: visibleRows,
      rowChange: rowChangeCost, content: contentCost, latencyPrice: latencyPrice ?? 0.02,
      screen: screen)
  }
}
