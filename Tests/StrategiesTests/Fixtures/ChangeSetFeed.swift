import Coalesce
import CoalesceStrategies

/// Lets `ChangeSets` run tests for any strategy: its list holds the updates not delivered yet.
///
/// Thread safety: as `UpdateStrategy` says.
final class ChangeSetFeed<Update: Mergeable>: UpdateStrategy {
  let strategy: ChangeSets<Row>
  private let feed = Locked(Feed())

  /// An update as a row; its identity is its number.
  struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    let update: Update

    static func == (left: Row, right: Row) -> Bool { left.id == right.id }
  }

  private struct Feed {
    var rows: [Row] = []
    var next = 0

    mutating func append(_ update: Update) {
      rows.append(Row(id: next, update: update))
      next += 1
    }

    /// Removes the rows now shown, which are all at the beginning, and returns them merged.
    mutating func take(_ shown: [Row]) -> Update? {
      let fresh = shown.drop { row in rows.first.map { row.id < $0.id } ?? true }
      rows.removeFirst(fresh.count)
      guard var merged = fresh.first?.update else { return nil }
      for row in fresh.dropFirst() { merged.merge(row.update) }
      return merged
    }
  }

  init(scheduler: any SourceScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    strategy = ChangeSets(
      scheduler: scheduler, snapshot: { [feed] in feed.withLock { $0.rows } },
      deliver: { [feed] update, completed in
        if let merged = feed.withLock({ $0.take(update.rows) }) { deliver(merged) }
        completed()
      })
  }

  func submit(_ update: Update) {
    guard update.updateCount > 0 else { return }
    feed.withLock { $0.append(update) }
    strategy.submit(UpdateCount(update.updateCount))
  }

  func flush() { strategy.flush() }

  func cancel() { strategy.cancel() }

  var pendingCount: Int { strategy.pendingCount }
}
