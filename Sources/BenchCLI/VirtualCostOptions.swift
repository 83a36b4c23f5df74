import ArgumentParser
import BenchHarness
import BenchReport

/// Costs that only virtual time needs; in real time, the view itself has them. 'bench-gtk calibrate' measures them.
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

  @Option(help: .value("number", "How many rows have widgets."))
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

  /// The costs of `preset`'s screen, except for those given; nil without a screen.
  func screen(_ preset: CostPreset) throws -> CostModel.Screen? {
    var screen = preset.costs.screen
    if let frameCost {
      screen = screen ?? CostModel.Screen(frame: frameCost)
      screen?.frameNanoseconds = frameCost.wholeNanoseconds
    }
    func set<Value>(
      _ option: String, _ path: WritableKeyPath<CostModel.Screen, Value>, _ given: Value?
    ) throws {
      guard let given else { return }
      guard screen != nil else {
        throw ValidationError(
          "--\(option) is about a screen with frames of its own. Add --costs gtk or --frame-cost.")
      }
      screen?[keyPath: path] = given
    }
    func set(
      _ option: String, _ path: WritableKeyPath<CostModel.Screen, UInt64>, _ cost: Duration?
    ) throws {
      try set(option, path, cost?.wholeNanoseconds)
    }
    try set("hidden-frame-cost", \.hiddenFrameNanoseconds, hiddenFrameCost)
    try set("empty-frame-cost", \.emptyFrameNanoseconds, emptyFrameCost)
    try set("changed-row-cost", \.changedRowNanoseconds, changedRowCost)
    try set("further-view-cost", \.furtherViewNanoseconds, furtherViewCost)
    try set("frame-period", \.periodNanoseconds, framePeriod)
    try set("measure-cost", \.measureNanoseconds, measureCost)
    try set("row-measure-cost", \.rowMeasureNanoseconds, rowMeasureCost)
    try set("further-row-measure-cost", \.furtherRowMeasureNanoseconds, furtherRowMeasureCost)
    try set("hidden-change-cost", \.hiddenChangeNanoseconds, hiddenChangeCost)
    try set("pass-cost", \.passNanoseconds, passCost)
    try set("loop-cost", \.loopNanoseconds, loopCost)
    try set("frames-first", \.framesFirst, framesFirst ? true : nil)
    try set("repeat-share", \.repeatShare, repeatShare)
    try set("rapid-repeat-share", \.rapidRepeatShare, rapidRepeatShare)
    try set("widget-rows", \.widgetRows, widgetRows)
    if let warmHop { try set("warm-hop", \.warmHopNanoseconds, warmHop.wholeNanoseconds) }
    return screen
  }
}
