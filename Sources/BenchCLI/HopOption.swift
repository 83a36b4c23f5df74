import ArgumentParser
import BenchReport

struct HopOption: ParsableArguments {
  @Option(
    duration: "The cost of waking an idle main thread or queue in virtual time (default: 200us).")
  var hop: Duration = RunSettings.usualHop

  func validate() throws { try requireCosts([("--hop", hop)]) }
}
