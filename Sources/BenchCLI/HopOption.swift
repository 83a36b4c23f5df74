import ArgumentParser
import BenchHarness

/// What it costs in virtual time to wake an idle thread or queue.
struct HopOption: ParsableArguments {
  @Option(
    name: .customLong("hop"),
    help: ArgumentHelp(
      "What waking an idle main or queue costs in virtual time (default: 50us).",
      valueName: "duration"), transform: Duration.init(parsing:))
  var given: Duration?

  var hop: Duration { given ?? .microseconds(50) }

  func validate() throws {
    guard hop <= .seconds(60) else {
      throw ValidationError("--hop is \(hop.text). Give at most 60s.")
    }
  }
}
