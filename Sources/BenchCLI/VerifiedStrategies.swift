import Harness

/// What `--strategy` of `bench verify` chooses: everything where it is not given; else what it
/// names, a mutant only where no strategy has that name.
struct VerifiedStrategies {
  let registered: [Selection<StrategyEntry>]
  let mutants: [Selection<StrategyEntry>]

  /// - Throws: `HarnessError` for an unknown name or a bad parameter.
  init(_ list: String?, registered: [StrategyEntry], mutants: [StrategyEntry]) throws {
    guard let list else {
      self.registered = try Selection.parse(
        "*", from: registered, isEligible: { $0.delivery != .none })
      self.mutants = mutants.isEmpty ? [] : try Selection.parse("*", from: mutants)
      return
    }
    let strategies = Set(registered.map(\.name))
    let delivering = registered.filter { $0.delivery != .none }
    var chosen: [Selection<StrategyEntry>] = []
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      do {
        chosen += try Selection.parse(
          String(item), from: registered, isEligible: { $0.delivery != .none })
      } catch HarnessError.unknownName {
        chosen += try Selection.parse(String(item), from: delivering + mutants)
      }
    }
    if let silent = chosen.first(where: { $0.entry.delivery == .none }) {
      throw HarnessError.nothingToRun(
        cause: "'\(silent.key)' delivers nothing and so keeps no promise.")
    }
    var keys: Set<String> = []
    chosen = chosen.filter { keys.insert($0.key).inserted }
    self.registered = chosen.filter { strategies.contains($0.entry.name) }
    self.mutants = chosen.filter { !strategies.contains($0.entry.name) }
  }
}
