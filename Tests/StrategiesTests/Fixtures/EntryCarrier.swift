import BenchHarness
import Coalesce
import CoalesceStrategies

/// Lets a strategy of the registry, which reloads a view or changes its rows, run tests with any type of update: the
/// updates wait in this object.
///
/// The strategy alone decides when to deliver and whether anything is pending.
///
/// Thread safety: as `UpdateStrategy` says.
final class EntryCarrier<Update: Mergeable>: UpdateStrategy {
  private let strategy: AttachedStrategy
  private let view: View

  /// Sets all of the strategy's durations to `interval`.
  init(
    _ entry: StrategyEntry?, scheduler: any SourceScheduler, interval: Duration,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    let durations = entry?.parameters.filter { $0.kind == .duration }.map(\.name) ?? []
    let given = Dictionary(uniqueKeysWithValues: durations.map { ($0, interval.text) })
    guard let entry, let selection = try? Selection(entry, given: given) else {
      preconditionFailure("The registry has the strategy, and 10 ms suit each of its durations.")
    }
    view = View(deliver)
    strategy = entry.attach(selection.values, scheduler, view)
  }

  func submit(_ update: Update) {
    guard update.updateCount > 0 else { return }
    let number = view.waiting.withLock { waiting in
      defer { waiting.next += 1 }
      waiting.updates.append((waiting.next, update))
      return waiting.next
    }
    strategy.submit(RowChange(index: number, row: number, kind: .change))
  }

  func flush() { strategy.flush() }

  func cancel() { strategy.cancel() }

  var pendingCount: Int {
    strategy.pendingCount() == 0 ? 0 : view.waiting.withLock { $0.updates.count }
  }

  private final class View: ViewPort {
    /// The updates not delivered yet, in the order of their submission.
    let waiting = Locked((next: 0, updates: [(number: Int, update: Update)]()))
    private let deliver: @Sendable (Update) -> Void

    init(_ deliver: @escaping @Sendable (Update) -> Void) { self.deliver = deliver }

    func reload() { take { _ in true } }

    func apply(_ change: RowChange) { take { $0 == change.index } }

    func append(_ changes: [RowChange]) {
      take { number in changes.contains { $0.index == number } }
    }

    /// Removes the updates for which `isTaken` returns true, and delivers them merged.
    private func take(_ isTaken: (Int) -> Bool) {
      let taken = waiting.withLock { waiting in
        let taken = waiting.updates.filter { isTaken($0.number) }
        waiting.updates.removeAll { isTaken($0.number) }
        return taken
      }
      // Nothing is left if an earlier reload came between an update and its submission.
      guard var merged = taken.first?.update else { return }
      for (_, update) in taken.dropFirst() { merged.merge(update) }
      deliver(merged)
    }
  }
}
