import ArgumentParser
import Harness

/// What virtual time takes for waking somebody up.
struct HopOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "What waking an idle main or queue costs in virtual time.", valueName: "duration"),
    transform: Duration.init(parsing:))
  var hop: Duration = .microseconds(50)

  func validate() throws {
    guard hop <= .seconds(60) else {
      throw ValidationError("--hop is \(hop.text). Give at most 60s.")
    }
  }
}
