import Harness

/// What `--strategy` of `bench verify` chooses: everything where it is not given; else what it
/// names, a mutant only where no strategy has that name.
struct VerifiedStrategies {
  let registered: [Selection<StrategyEntry>]
  let mutants: [Selection<StrategyEntry>]

  /// - Throws: `HarnessError` for an unknown name or a bad parameter.
  init(_ list: String?, registered: [StrategyEntry], mutants: [StrategyEntry]) throws {
    guard let list else {
      self.registered = try Selection.parse("*", from: registered)
      self.mutants = mutants.isEmpty ? [] : try Selection.parse("*", from: mutants)
      return
    }
    let strategies = Set(registered.map(\.name))
    var chosen: [Selection<StrategyEntry>] = []
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      do {
        chosen += try Selection.parse(String(item), from: registered)
      } catch HarnessError.unknownName {
        chosen += try Selection.parse(String(item), from: registered + mutants)
      }
    }
    var keys: Set<String> = []
    chosen = chosen.filter { keys.insert($0.key).inserted }
    self.registered = chosen.filter { strategies.contains($0.entry.name) }
    self.mutants = chosen.filter { !strategies.contains($0.entry.name) }
  }
}
