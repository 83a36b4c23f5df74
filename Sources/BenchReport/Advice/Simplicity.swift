import BenchHarness

/// How little a strategy asks of an app, in this order: what its deliveries need, how many promises
/// it breaks, whether the library `Coalesce` has it, how many parameters it has, its place in the
/// registry.
struct Simplicity: Comparable {
  private let parts: [Int]

  init(_ entry: StrategyEntry, place: Int) {
    let asked =
      switch entry.delivery {
      case .reload: 0
      case .rowChange: 1
      case .sections: 2
      case .list: 3
      case .none: 4
      }
    parts = [
      asked, entry.breaks.count, entry.isCoalescer ? 0 : 1, entry.parameters.count, place,
    ]
  }

  static func < (one: Self, other: Self) -> Bool {
    one.parts.lexicographicallyPrecedes(other.parts)
  }

  /// Nil if only its place is.
  func reason(against other: Simplicity) -> String? {
    let reasons = [
      "its deliveries ask less of the app", "it breaks fewer promises",
      "the library Coalesce has it", "it has less to set",
    ]
    let first = zip(reasons, zip(parts, other.parts)).first { $0.1.0 != $0.1.1 }
    return first.flatMap { $0.1.0 < $0.1.1 ? $0.0 : nil }
  }
}
