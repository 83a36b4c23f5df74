import ArgumentParser
import BenchHarness

/// What a program can run; every command is handed it.
struct Bench: Sendable {
  let registry: Registry
  /// Names or globs of strategies that Scripts/bench-peers has instead.
  let adaptersElsewhere: [String]
  /// Where the program is: its hidden commands are the child processes.
  let path: String

  /// What to say of `error`; of a strategy that is not here, which program has it.
  func words(for error: BenchError) -> String {
    guard case .unknownName(StrategyEntry.kind, let name, _) = error,
      adaptersElsewhere.contains(where: { matchesGlob($0, name) })
    else { return "\(error)" }
    return "There is no strategy '\(name)' in \(ProgramName.text): "
      + "it is one of the adapters in Scripts/bench-peers."
  }
}

/// A command of ours. The argument parser makes it and cannot hand anything over to it; its
/// caller, which parsed the arguments, can.
protocol BenchSubcommand: ParsableCommand {
  func run(_ bench: Bench) throws
}
