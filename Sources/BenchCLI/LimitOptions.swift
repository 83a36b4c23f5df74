import ArgumentParser
import Harness

/// What a child process may take.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Memory that a child process may take, as in 512MiB or 4GiB.", valueName: "size"))
  var memoryLimit = MemorySize(bytes: 4 << 30)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "End a child process (a trial, a part of a verification or gate) after this time.",
      discussion: "Without it, after longer than any correct strategy needs.",
      valueName: "duration"),
    transform: Duration.init(parsing:))
  var deadline: Duration?
}
