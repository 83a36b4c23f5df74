import ArgumentParser
import BenchHarness
import BenchReport

struct CostOptions: ParsableArguments {
  @Option(duration: "Main-thread time of a reload (default: 2ms; 'simulate' also tries 15ms).")
  var reloadCost: Duration?

  @Option(
    duration: "Main-thread time to lay out one visible row at each layout commit.",
    visibility: .hidden)
  var visibleRowCost: Duration = .microseconds(20)

  @Option(
    help: ArgumentHelp("The number of visible rows.", valueName: "number", visibility: .hidden))
  var visibleRows: Int = 12

  @Option(duration: "Main-thread time of a single row change.", visibility: .hidden)
  var rowChangeCost: Duration = .microseconds(150)

  @Option(
    duration:
      "Main-thread time per row of the view at each layout commit, if a layout covers all rows.",
    visibility: .hidden)
  var contentCost: Duration = .zero

  func validate() throws {
    try require("--visible-rows", visibleRows, 0...10_000)
    try requireCosts([
      ("--reload-cost", reloadCost), ("--visible-row-cost", visibleRowCost),
      ("--row-change-cost", rowChangeCost), ("--content-cost", contentCost),
    ])
  }

  func costs(_ price: PriceOption, screen: CostModel.Screen? = nil) -> CostModel {
    CostModel(
      reload: reloadCost ?? .milliseconds(2), visibleRow: visibleRowCost, visibleRows: visibleRows,
      rowChange: rowChangeCost, content: contentCost, latencyPrice: price.latencyPrice ?? 0.02,
      screen: screen)
  }
}

struct PriceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Main-thread time you would trade for latency, in ns per ns saved (default: 0.02).",
      valueName: "number"))
  var latencyPrice: Double?

  func validate() throws {
    if let price = latencyPrice, !(0...1_000_000).contains(price) {
      throw ValidationError("--latency-price is \(price); it must be from 0 to 1000000.")
    }
  }
}

struct FrameCostOptions: ParsableArguments {
  @Option(
    duration:
      "Main-thread time of a frame, if the toolkit draws its own frames, as GTK does.",
    discussion: "'bench-gtk calibrate' measures the values of this option and the next three.")
  var frameCost: Duration?

  @Option(duration: "Main-thread time of a frame without changes.")
  var emptyFrameCost: Duration = .zero

  @Option(duration: "Main-thread time per row that changed in a frame, visible or not.")
  var changedRowCost: Duration = .zero

  @Option(duration: "Time from one frame to the next.")
  var framePeriod: Duration = .nanoseconds(16_666_667)

  @Flag(help: "Draw due frames before running work on the main queue.")
  var framesFirst = false

  func validate() throws {
    try requireCosts([
      ("--frame-cost", frameCost), ("--empty-frame-cost", emptyFrameCost),
      ("--changed-row-cost", changedRowCost), ("--frame-period", framePeriod),
    ])
  }

  var screen: CostModel.Screen? {
    frameCost.map {
      CostModel.Screen(
        frame: $0, emptyFrame: emptyFrameCost, changedRow: changedRowCost, period: framePeriod,
        framesFirst: framesFirst)
    }
  }
}

struct HopOption: ParsableArguments {
  @Option(
    duration: "The cost of waking an idle main thread or queue in virtual time (default: 200us).")
  var hop: Duration = RunSettings.usualHop

  func validate() throws { try requireCosts([("--hop", hop)]) }
}
