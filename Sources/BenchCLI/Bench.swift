import ArgumentParser
import BenchHarness

struct Bench: Sendable {
  let registry: Registry
  let adaptersElsewhere: [String]
  /// The program's own path: child processes are its hidden commands.
  let path: String

  /// Names the program that has the strategy, if it is another one.
  func words(for error: BenchError) -> String {
    guard case .unknownName(StrategyEntry.kind, let name, _) = error,
      adaptersElsewhere.contains(where: { matchesGlob($0, name) })
    else { return "\(error)" }
    return "There is no strategy '\(name)' in \(ProgramName.text): "
      + "it is one of the adapters in Scripts/bench-peers."
  }
}

/// The argument parser makes a command and cannot pass it anything; `run(_:)` can.
protocol BenchSubcommand: ParsableCommand {
  func run(_ bench: Bench) throws
}
