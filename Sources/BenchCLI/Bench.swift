import BenchHarness

struct Bench: Sendable {
  let registry: Registry
  let adaptersElsewhere: [String]
  /// The path of this program; child processes run it again with a hidden command.
  let path: String

  /// The message for `error`. For an unknown strategy that another program has, the message names that program.
  func words(for error: BenchError) -> String {
    guard case .unknownName(StrategyEntry.kind, let name, _) = error,
      adaptersElsewhere.contains(where: { matchesGlob($0, name) })
    else { return "\(error)" }
    return "There is no strategy '\(name)' in \(ProgramName.text). "
      + "Try Scripts/bench-peers instead."
  }
}
