import ArgumentParser
import Harness

/// What virtual time takes for waking somebody up.
struct HopOption: ParsableArguments {
  @Option(
    name: .customLong("hop"),
    help: ArgumentHelp(
      "What waking an idle main or queue costs in virtual time (default: 50us).",
      valueName: "duration"),
    transform: Duration.init(parsing:))
  var given: Duration?

  var hop: Duration { given ?? .microseconds(50) }
  var isGiven: Bool { given != nil }

  func validate() throws {
    guard hop <= .seconds(60) else {
      throw ValidationError("--hop is \(hop.text). Give at most 60s.")
    }
  }
}
