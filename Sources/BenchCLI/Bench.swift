import ArgumentParser
import BenchHarness

struct Bench: Sendable {
  let registry: Registry
  let adaptersElsewhere: [String]
  /// Its hidden commands are the child processes.
  let path: String

  /// Of a strategy of another program, which program has it.
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
