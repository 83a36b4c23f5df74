import Coalesce

/// What a list view must do in one delivery of ``ChangeSets``.
public enum ListUpdate<Row: Identifiable & Equatable & Sendable>: Equatable, Sendable {
  /// A batch update, in which the view's data source becomes `rows`. With no changes, the view already shows `rows`.
  case batch(ChangeSet, rows: [Row])

  /// A reload, whatever the view showed before. The view's data source becomes `rows`.
  case reload(rows: [Row])

  /// The rows of the view's data source after the update.
  public var rows: [Row] {
    switch self {
    case .batch(_, let rows), .reload(let rows): rows
    }
  }
}

/// Reports once, on the main thread, that the view has completed a delivery, when this object is called or released.
///
/// Thread safety: `callAsFunction` may be called from any thread, any number of times.
final class DeliveryEnd: Sendable {
  private let scheduler: any UpdateScheduler
  private let isOver = Atomic<Bool>(false)
  private let end: @Sendable () -> Void

  /// `end` runs immediately if this object is called or released on the main thread, otherwise in a dispatch to it.
  init(on scheduler: any UpdateScheduler, _ end: @escaping @Sendable () -> Void) {
    self.scheduler = scheduler
    self.end = end
  }

  deinit { self() }

  func callAsFunction() {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
    if scheduler.isMain { end() } else { scheduler.onMain(end) }
  }
}

/// The ranges of two lists that lie between the rows that both share at the beginning and at the end. Most updates
/// change few rows, and comparing shared rows is cheaper than hashing them.
@usableFromInline
struct SharedEnds {
  @usableFromInline let before: Range<Int>
  @usableFromInline let after: Range<Int>
  /// The positions of rows in the shared beginning that have new content, ascending.
  @usableFromInline let reloadsAtStart: [Int]
  @usableFromInline let reloadsAtEnd: [Int]

  @inlinable
  init<Row: Identifiable & Equatable>(_ old: [Row], _ new: [Row]) {
    var start = 0
    var reloadsAtStart: [Int] = []
    while start < min(old.count, new.count), old[start].id == new[start].id {
      if old[start] != new[start] { reloadsAtStart.append(start) }
      start += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    var reloadsAtEnd: [Int] = []
    while min(oldEnd, newEnd) > start, old[oldEnd - 1].id == new[newEnd - 1].id {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
      if old[oldEnd] != new[newEnd] { reloadsAtEnd.append(oldEnd) }
    }
    before = start..<oldEnd
    after = start..<newEnd
    self.reloadsAtStart = reloadsAtStart
    self.reloadsAtEnd = reloadsAtEnd.reversed()
  }
}
