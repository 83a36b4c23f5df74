import Coalesce
import Foundation
import CoalesceStrategies

/// A regression that is made on purpose, to see whether the gate notices.
///
/// Applied by the harness in the trial's own process, never by strategies.
package enum Effect: Sendable, Equatable, Hashable {
  /// The view's work is so many times what it was.
  case work(factor: Double)
  /// Each submission allocates once more.
  case allocation
  /// So large a share of reloads is made twice, as if two updates had not been merged.
  case missedMerge(share: Double)

  /// Reads "work=1.1", "allocation" or "missed-merge=0.05".
  /// - Throws: ``BenchError/badValue(what:value:expected:)``.
  package init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let value = parts.count == 2 ? Double(parts[1]) : nil
    switch (parts.first, value) {
    case ("work", .some(let factor)) where (0...100).contains(factor):
      self = .work(factor: factor)
    case ("allocation", nil) where parts.count == 1: self = .allocation
    case ("missed-merge", .some(let share)) where share > 0 && share <= 1:
      self = .missedMerge(share: share)
    default:
      throw BenchError.badValue(
        what: "effect", value: text, expected: "work=1.1, allocation or missed-merge=0.05")
    }
  }

  package var text: String {
    switch self {
    case .work(let factor): "work=\(factor)"
    case .allocation: "allocation"
    case .missedMerge(let share): "missed-merge=\(share)"
    }
  }
}

extension Effect: Codable {
  package init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Effect {
  /// The work of a view that this makes worse.
  func work(_ work: ReloadWork) -> ReloadWork {
    guard case .work(let factor) = self else { return work }
    return ReloadWork(roundsPerNanosecond: work.roundsPerNanosecond * factor)
  }

  package func strategy(_ entry: StrategyEntry) -> StrategyEntry {
    var worse = entry
    worse.attachViews = { values, scheduler in
      let attach = entry.attachViews(values, scheduler)
      return { port in
        switch self {
        case .work: attach(port)
        case .allocation: attach(port).preceded(by: allocate)
        case .missedMerge(let share): attach(RepeatingPort(port, share: share))
        }
      }
    }
    return worse
  }
}

/// Memory that is really allocated: inlined, the compiler would drop it.
@inline(never)
@Sendable private func allocate() {
  let memory = malloc(48)
  memory?.storeBytes(of: 1, as: UInt8.self)
  free(memory)
}

/// Makes a share of reloads twice.
///
/// Thread safety: as the port behind it; the count is touched by reloads only, on main.
private final class RepeatingPort: ViewPort, @unchecked Sendable {
  // Proof of `@unchecked`: reloads come on main only (the contract of ports).
  private let port: any ViewPort
  private let share: Double
  private var due = 0.0

  init(_ port: any ViewPort, share: Double) {
    self.port = port
    self.share = share
  }

  func reload() {
    port.reload()
    if isDue() { port.reload() }
  }

  func reload(sections: UpdateFlags) {
    port.reload(sections: sections)
    if isDue() { port.reload(sections: sections) }
  }

  func apply(_ change: RowChange) { port.apply(change) }

  func apply(_ update: ListUpdate<ListRow>, completed: @escaping @Sendable () -> Void) {
    port.apply(update, completed: completed)
  }

  func snapshot() -> [ListRow] { port.snapshot() }
  var isOnScreen: Bool { port.isOnScreen }
  var canAnimate: Bool { port.canAnimate }

  /// Evenly spread, so that short trials have their share too.
  private func isDue() -> Bool {
    due += share
    guard due >= 1 - 1e-9 else { return false }
    due -= 1
    return true
  }
}
