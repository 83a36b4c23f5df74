import BenchHarness

/// Which parameters of which strategies a recommendation chooses among.
///
/// Each parameter is varied by itself, with the others at their defaults: a duration in factors of
/// three, from a 27th of its default (intervals that apps use err on the long side) to three times
/// it, within 0.1 ms and 1 s; a number at a third and three times; a flag both ways. A parameter
/// that the caller has set is left as it is.
package struct CandidateGrid: Sendable {
  /// How much of the grid is tried.
  package enum Extent: String, Encodable, Sendable, CaseIterable {
    /// All of it.
    case full
    /// Durations at a ninth of their defaults and at their defaults, nothing else varied.
    case reduced
    /// Every strategy with its defaults.
    case defaults
  }

  package let extent: Extent
  package let candidates: [Selection<StrategyEntry>]

  /// How many updates may be simulated for the grid as a whole; about half a minute of work.
  package static let affordableUpdates = 20_000_000

  /// The largest extent that simulates no more than ``affordableUpdates``, or the least there is, for
  /// strategies with what the caller has set, on a workload with so many updates.
  package init(
    _ selections: [Selection<StrategyEntry>], updates: Int,
    affordableUpdates: Int = affordableUpdates
  ) {
    let grids = Extent.allCases.map { ($0, Self.candidates(selections, $0)) }
    (extent, candidates) =
      grids.first { updates <= affordableUpdates / max(1, $0.1.count) } ?? grids[grids.count - 1]
  }

  private static func candidates(
    _ selections: [Selection<StrategyEntry>], _ extent: Extent
  ) -> [Selection<StrategyEntry>] {
    var keys: Set<String> = []
    return selections.flatMap { selection in
      let free = selection.entry.parameters.filter { selection.given[$0.name] == nil }
      return [selection]
        + free.flatMap { parameter in
          values(of: parameter, extent).compactMap {
            try? selection.setting(parameter.name, to: parameter.text(of: $0))
          }
        }
    }.filter { keys.insert($0.key).inserted }
  }

  private static func values(of parameter: Parameter, _ extent: Extent) -> [Double] {
    let factors: [Double]
    switch (parameter.kind, extent) {
    case (_, .defaults): return []
    case (.flag, .full): return [0, 1]
    case (.duration, .full): factors = [1 / 27, 1 / 9, 1 / 3, 3]
    case (.duration, .reduced): factors = [1 / 9]
    case (_, .full): factors = [1 / 3, 3]
    case (_, .reduced): return []
    }
    return factors.filter { _ in parameter.defaultValue > 0 }.map { factor in
      let exact = parameter.defaultValue * factor
      let value = exact.readable(within: exact / 20)
      return parameter.isWhole ? value.rounded() : value
    }.filter { parameter.kind != .duration || (1e5...1e9).contains($0) }
  }
}

extension CandidateGrid: CustomStringConvertible {
  /// What is tried, in plain words.
  package var description: String {
    let names = candidates.map(\.entry.name).distinct
    let varied = names.compactMap { name -> String? in
      let own = candidates.filter { $0.entry.name == name }
      let parts = own[0].entry.parameters.compactMap { Self.values(of: $0, own) }
      return parts.isEmpty ? nil : "\(name) with \(parts.joined(separator: " and "))"
    }
    return "Tried \(candidates.count) candidates of \(names.count) strategies"
      + (varied.isEmpty ? "." : ": \(varied.joined(separator: "; ")); the others as they are.")
      + (extent == .full ? "" : " Fewer values than usual, because there are very many updates.")
  }

  /// The values of a parameter that is varied; nil where it is not.
  private static func values(
    of parameter: Parameter, _ own: [Selection<StrategyEntry>]
  ) -> String? {
    let values = Set(own.compactMap { try? parameter.parse($0.values.text(of: parameter)) })
    return values.count > 1
      ? "\(parameter.name) " + values.sorted().map(parameter.text).joined(separator: ", ") : nil
  }
}
