import ArgumentParser
import BenchReport

struct HopOption: ParsableArguments {
  @Option(
    cost: "The cost of waking an idle main thread or queue in virtual time (default: 200us).")
  var hop: Duration = RunSettings.usualHop
}
