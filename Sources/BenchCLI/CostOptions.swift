import ArgumentParser
import BenchHarness

/// What the view's work costs.
struct CostOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("One reload on main (default: 2ms).", valueName: "duration"),
    transform: Duration.init(parsing:))
  var reloadCost: Duration?

  @Option(
    help: ArgumentHelp("One visible row at the layout commit.", valueName: "duration"),
    transform: Duration.init(parsing:))
  var visibleRowCost: Duration = .microseconds(20)

  @Option(help: ArgumentHelp("Visible rows.", valueName: "number"))
  var visibleRows: Int = 12

  @Option(
    help: ArgumentHelp("One row changed alone.", valueName: "duration"),
    transform: Duration.init(parsing:))
  var rowChangeCost: Duration = .microseconds(150)

  @Option(
    help: ArgumentHelp(
      "One row of all that the view holds, at each layout commit, as for text that is laid out anew.",
      valueName: "duration"),
    transform: Duration.init(parsing:))
  var contentCost: Duration = .zero

  @Option(
    help: ArgumentHelp(
      "One frame of a screen that paints what changed, as GTK does, and not at the end of each turn.",
      discussion: "'bench-gtk calibrate' measures this and the next three.", valueName: "duration"),
    transform: Duration.init(parsing:))
  var frameCost: Duration?

  @Option(
    name: .long, help: ArgumentHelp("One frame without a change.", valueName: "duration"),
    transform: Duration.init(parsing:))
  var emptyFrameCost: Duration = .zero

  @Option(
    name: .long,
    help: ArgumentHelp("One more visible row that changed in a frame.", valueName: "duration"),
    transform: Duration.init(parsing:))
  var changedRowCost: Duration = .zero

  @Option(
    name: .long, help: ArgumentHelp("The time from frame to frame.", valueName: "duration"),
    transform: Duration.init(parsing:))
  var framePeriod: Duration = .nanoseconds(16_666_667)

  @Flag(name: .long, help: "A frame that is due goes before what waits on main's queue.")
  var framesFirst = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Nanoseconds of main's time that it is worth to show one update a nanosecond sooner (default: 0.02).",
      valueName: "number"))
  var latencyPrice: Double?

  func validate() throws {
    guard (0...10_000).contains(visibleRows) else {
      throw ValidationError("--visible-rows is \(visibleRows). Give 0 to 10000.")
    }
    for (name, cost) in [
      ("--reload-cost", reloadCost ?? .zero), ("--visible-row-cost", visibleRowCost),
      ("--row-change-cost", rowChangeCost), ("--content-cost", contentCost),
      ("--frame-cost", frameCost ?? .zero), ("--empty-frame-cost", emptyFrameCost),
      ("--changed-row-cost", changedRowCost),
      ("--frame-period", framePeriod),
    ] where cost > .seconds(60) {
      throw ValidationError("\(name) is \(cost.text). Give at most 60s.")
    }
    if let price = latencyPrice, !(0...1_000_000).contains(price) {
      throw ValidationError("--latency-price is \(price). Give a number from 0 to 1000000.")
    }
  }

  var costs: CostModel {
    CostModel(
      reload: reloadCost ?? .milliseconds(2), visibleRow: visibleRowCost, visibleRows: visibleRows,
      rowChange: rowChangeCost, content: contentCost, latencyPrice: latencyPrice ?? 0.02,
      screen: frameCost.map {
        CostModel.Screen(
          frame: $0, emptyFrame: emptyFrameCost, changedRow: changedRowCost,
          period: framePeriod,
          framesFirst: framesFirst)
      })
  }

  /// The options that make `costs`, to the microsecond.
  static func text(_ costs: CostModel) -> String {
    var options: [(String, UInt64)] = [
      ("reload-cost", costs.reloadNanoseconds), ("visible-row-cost", costs.visibleRowNanoseconds),
      ("row-change-cost", costs.rowChangeNanoseconds),
    ]
    if let screen = costs.screen {
      options += [
        ("frame-cost", screen.frameNanoseconds),
        ("empty-frame-cost", screen.emptyFrameNanoseconds),
        ("changed-row-cost", screen.changedRowNanoseconds),
        ("frame-period", screen.periodNanoseconds),
      ]
    }
    return "--visible-rows \(costs.visibleRows) "
      + options.map { "--\($0) \(($1 + 500) / 1_000)us" }.joined(separator: " ")
      + (costs.screen?.framesFirst == true ? " --frames-first" : "")
  }
}
