import BenchHarness
import Coalesce
import CoalesceStrategies

/// Lets a strategy as the registry makes it, which reloads a view or changes its rows, run the tests
/// that submit anything: the updates wait beside it.
///
/// When something is delivered, and whether anything is pending, is all the strategy's doing.
///
/// Thread safety: as `UpdateStrategy` says.
final class EntryCarrier<Update: Mergeable>: UpdateStrategy {
  private let change: @Sendable (RowChange) -> Void
  private let flushNow: @Sendable () -> Void
  private let cancelNow: @Sendable () -> Void
  private let pending: @Sendable () -> Int
  private let view: View

  /// Whatever is a duration among its parameters is `interval`.
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
    let strategy = entry.attach(selection.values, scheduler, view)
    (change, pending) = (strategy.submit, strategy.pendingCount)
    (flushNow, cancelNow) = (strategy.flush, strategy.cancel)
  }

  func submit(_ update: Update) {
    guard update.updateCount > 0 else { return }
    let number = view.waiting.withLock { waiting in
      waiting.append((waiting.next, update))
      return waiting.next - 1
    }
    change(RowChange(index: number, row: number, kind: .change))
  }

  func flush() { flushNow() }

  func cancel() { cancelNow() }

  var pendingCount: Int { pending() }

  /// The updates that were not delivered yet, in the order of their submission.
  struct Waiting {
    private(set) var next = 0
    private var updates: [(number: Int, update: Update)] = []

    mutating func append(_ update: (Int, Update)) {
      updates.append(update)
      next += 1
    }

    /// Removes what `isTaken`; answers it merged.
    mutating func take(where isTaken: (Int) -> Bool) -> Update? {
      let taken = updates.filter { isTaken($0.number) }
      updates.removeAll { isTaken($0.number) }
      guard var merged = taken.first?.update else { return nil }
      for (_, update) in taken.dropFirst() { merged.merge(update) }
      return merged
    }
  }

  private final class View: ViewPort {
    let waiting = Locked(Waiting())
    private let deliver: @Sendable (Update) -> Void

    init(_ deliver: @escaping @Sendable (Update) -> Void) { self.deliver = deliver }

    func reload() { take { _ in true } }

    func apply(_ change: RowChange) { take { $0 == change.index } }

    private func take(_ isTaken: (Int) -> Bool) {
      // Nothing is there where an earlier reload came between an update and its submission.
      if let update = waiting.withLock({ $0.take(where: isTaken) }) { deliver(update) }
    }
  }
}
