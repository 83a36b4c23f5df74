import BenchHarness

/// How little a strategy asks of an app. Compared in this order: what its deliveries ask for, how many
/// promises it is known to break, whether it takes more than the library `Coalesce`, how many parameters
/// it has, and its place in the registry, which goes from the plain to the elaborate.
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

  /// What makes it simpler than `other`, of itself; nil where nothing but its place does.
  func reason(against other: Simplicity) -> String? {
    let reasons = [
      "its deliveries ask less of the app", "it breaks fewer promises",
      "the library Coalesce has it", "it has less to set",
    ]
    let first = zip(reasons, zip(parts, other.parts)).first { $0.1.0 != $0.1.1 }
    return first.flatMap { $0.1.0 < $0.1.1 ? $0.0 : nil }
  }
}
