import ArgumentParser
import BenchHarness
import BenchReport

/// Costs that only virtual time needs to know; in real time they are what they are.
struct VirtualCostOptions: ParsableArguments {
  @Option(
    duration:
      "Main-thread time of a frame, if the toolkit draws its own frames, as GTK does.",
    discussion: "'bench-gtk calibrate' measures the values of this option and the next three.",
    transform: Duration.cost)
  var frameCost: Duration?

  @Option(cost: "Main-thread time of a frame without changes.")
  var emptyFrameCost: Duration = .zero

  @Option(cost: "Main-thread time per row that changed in a frame, visible or not.")
  var changedRowCost: Duration = .zero

  @Option(cost: "Time from one frame to the next.")
  var framePeriod: Duration = .nanoseconds(16_666_667)

  @Flag(help: "Draw due frames before running work on the main queue.")
  var framesFirst = false

  @Option(
    cost: "The cost of waking an idle main thread or queue in virtual time (default: 200us).")
  var hop: Duration = RunSettings.usualHop

  var screen: CostModel.Screen? {
    frameCost.map {
      CostModel.Screen(
        frame: $0, emptyFrame: emptyFrameCost, changedRow: changedRowCost, period: framePeriod,
        framesFirst: framesFirst)
    }
  }
}
