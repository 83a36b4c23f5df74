import ArgumentParser
import BenchHarness
import BenchReport

/// Costs that only virtual time needs to know; in real time they are what they are. 'bench-gtk calibrate' measures them.
struct VirtualCostOptions: ParsableArguments {
  @Option(
    cost:
      "Main-thread time of a frame with visible changes, if the toolkit draws its own frames, as "
      + "GTK does. The next options need this one or '--costs gtk'.")
  var frameCost: Duration?

  @Option(cost: "Main-thread time of a frame whose changes are all hidden.")
  var hiddenFrameCost: Duration?

  @Option(cost: "Main-thread time of a frame without changes.")
  var emptyFrameCost: Duration?

  @Option(cost: "Main-thread time per visible row that changed in a frame, after the first.")
  var changedRowCost: Duration?

  @Option(cost: "Main-thread time of a frame for each unchanged view of the window.")
  var furtherViewCost: Duration?

  @Option(cost: "Time from one frame to the next.")
  var framePeriod: Duration?

  @Flag(help: "Draw due frames before running work on the main queue.")
  var framesFirst = false

  @Option(cost: "Main-thread time to measure a reloaded view, right after the turn.")
  var measureCost: Duration?

  @Option(cost: "Main-thread time to measure changed rows, right after the turn.")
  var rowMeasureCost: Duration?

  @Option(cost: "The same per changed row, after the first.")
  var furtherRowMeasureCost: Duration?

  @Option(share: "The share of its cost that a reload takes if another was within a frame's time.")
  var repeatShare: Double?

  @Option(share: "The share of its cost that a reload takes if another was within 2 ms.")
  var rapidRepeatShare: Double?

  @Option(help: ArgumentHelp("How many rows have widgets.", valueName: "number"))
  var widgetRows: Int?

  @Option(cost: "Main-thread time to change a row without a widget.")
  var hiddenChangeCost: Duration?

  @Option(cost: "The cost of waking an idle main thread or queue (list: 200us).")
  var hop: Duration?

  @Option(cost: "The same if it was busy in the last 0.2 ms.")
  var warmHop: Duration?

  @Option(cost: "Main-thread time of a pass of the main queue, besides its blocks.")
  var passCost: Duration?

  @Option(cost: "Main-thread time of the loop before each frame.")
  var loopCost: Duration?

  func validate() throws { try require("--widget-rows", widgetRows, 0...100_000_000) }

  private typealias Cost = WritableKeyPath<CostModel.Screen, UInt64>

  /// The options that are a cost of a screen, apart from `--frame-cost`, which makes one.
  private var costs: [(option: String, path: Cost, given: Duration?)] {
    [
      ("hidden-frame-cost", \.hiddenFrameNanoseconds, hiddenFrameCost),
      ("empty-frame-cost", \.emptyFrameNanoseconds, emptyFrameCost),
      ("changed-row-cost", \.changedRowNanoseconds, changedRowCost),
      ("further-view-cost", \.furtherViewNanoseconds, furtherViewCost),
      ("frame-period", \.periodNanoseconds, framePeriod),
      ("measure-cost", \.measureNanoseconds, measureCost),
      ("row-measure-cost", \.rowMeasureNanoseconds, rowMeasureCost),
      ("further-row-measure-cost", \.furtherRowMeasureNanoseconds, furtherRowMeasureCost),
      ("hidden-change-cost", \.hiddenChangeNanoseconds, hiddenChangeCost),
      ("pass-cost", \.passNanoseconds, passCost), ("loop-cost", \.loopNanoseconds, loopCost),
    ]
  }

  /// The costs of `preset`'s screen, except for those given; nil without a screen.
  func screen(_ preset: CostPreset) throws -> CostModel.Screen? {
    guard var screen = preset.costs.screen ?? frameCost.map({ .init(frame: $0) }) else {
      try requireNoScreenCosts()
      return nil
    }
    screen.frameNanoseconds = frameCost?.wholeNanoseconds ?? screen.frameNanoseconds
    for cost in costs {
      if let given = cost.given { screen[keyPath: cost.path] = given.wholeNanoseconds }
    }
    screen.framesFirst = framesFirst || screen.framesFirst
    screen.repeatShare = repeatShare ?? screen.repeatShare
    screen.rapidRepeatShare = rapidRepeatShare ?? screen.rapidRepeatShare
    screen.widgetRows = widgetRows ?? screen.widgetRows
    screen.warmHopNanoseconds = warmHop?.wholeNanoseconds ?? screen.warmHopNanoseconds
    return screen
  }

  private func requireNoScreenCosts() throws {
    let others = [
      ("frames-first", framesFirst), ("repeat-share", repeatShare != nil),
      ("rapid-repeat-share", rapidRepeatShare != nil), ("widget-rows", widgetRows != nil),
      ("warm-hop", warmHop != nil),
    ]
    let given = costs.filter { $0.given != nil }.map(\.option) + others.filter(\.1).map(\.0)
    guard let option = given.first else { return }
    throw ValidationError(
      "--\(option) is about a screen with frames of its own. Add --costs gtk or --frame-cost.")
  }
}
