import BenchHarness
import CoalesceStrategies

/// A view under verification: the model, what the view shows, when deliveries happen, and which promises were broken.
/// A reload reads the model when it begins, so an update submitted during a reload needs another reload.
struct WatchedState {
  struct Update {
    let producer: Int
    let submitted: UInt64
    /// When the delivery that first showed the update ended; nil until then.
    var shown: UInt64?
  }

  private(set) var faults: [Promise: String] = [:]
  private(set) var updates: [Update] = []
  private(set) var shownCount = 0
  private(set) var model = ListRows(isOrdered: true)
  /// The changes that no reload has shown yet.
  private var unread: [RowChange] = []
  private(set) var view = ListRows(isOrdered: true)
  /// Whether the view has shown a list, so that the order of its rows counts.
  private var isList = false
  /// The number of updates in the newest snapshot that a list has shown.
  private var newestShown = 0
  private var lastApplied: [Int: Int] = [:]
  private(set) var snapshots: [(rows: [ListRow], count: Int)] = []
  private(set) var starts: [(time: UInt64, isHurried: Bool, shown: Int)] = []
  /// Whether the next delivery may be early, because of a flush.
  var isHurried = false
  /// The updates that were submitted, but are not in the model yet.
  private var announced: [Int] = []
  private var submittedBy: [Int: Int] = [:]

  private var underWay = 0
  private var underWayOnMain = 0
  /// How many queries and completions of the view are under way; they may be parts of deliveries.
  var callbacks = 0
  /// How many deliveries may still follow: at most one for each submission.
  private var unanswered = 0
  private var turn = 0
  /// Why no delivery may begin any more. In `lastTurn`, one may, because it may be under way already; nil if none may.
  private var ends: [(promise: Promise, words: String, lastTurn: Int?)] = []
  var animationEnds: [UInt64] = []
  var hasViewEndedOffMain = false

  /// How many running animations make ``canAnimate(at:)`` return false: few, so that short schedules reach the limit.
  private static let animationLimit = 2

  mutating func fault(_ promise: Promise, _ words: String) {
    if faults[promise] == nil { faults[promise] = words }
  }

  mutating func announce(producer: Int, at time: UInt64) -> RowChange {
    let number = submittedBy[producer, default: 0]
    submittedBy[producer] = number + 1
    let change = RowChange(index: updates.count, producer: producer, number: number)
    updates.append(Update(producer: producer, submitted: time))
    announced.append(change.index)
    unanswered += 1
    return change
  }

  /// Makes an announced change in the model. Only later reloads show the change.
  mutating func make(_ change: RowChange) {
    announced.removeAll { $0 == change.index }
    unread.append(change)
    model.take(change)
  }

  mutating func snapshot() -> [ListRow] {
    let rows = model.inOrder
    snapshots.append((rows, announced.first ?? updates.count))
    // Only the newest matter; in real time, a strategy may take one for each of 200 pending updates.
    if snapshots.count > 1_024 { snapshots.removeFirst(512) }
    return rows
  }

  mutating func show(_ indices: [Int], at time: UInt64) {
    for index in indices where updates[index].shown == nil {
      updates[index].shown = time
      shownCount += 1
    }
  }

  /// Notes how many updates the delivery that has just begun will show.
  mutating func willShow(_ count: Int) { starts[starts.count - 1].shown = count }

  func handlerFault(isHeld: Bool, after event: String) -> String? {
    if isHeld { return "the handler was still held after \(event)" }
    return hasViewEndedOffMain
      ? "handler captures were freed off the main thread after \(event)" : nil
  }

  func name(_ index: Int) -> String {
    guard updates.indices.contains(index) else { return "an unknown update" }
    let producer = updates[index].producer
    return "update \(index + 1) (\(producer == 0 ? "main" : "thread \(producer)"))"
  }
}

/// Checks that deliveries are on the main thread, one at a time, not nested, not after the end, and not empty.
extension WatchedState {
  mutating func beginTurn() { turn += 1 }

  /// Notes that a delivery would be empty. Has no effect in a delivery, whose updates are neither pending nor shown.
  mutating func nothingIsPending() { if underWay == 0 { unanswered = 0 } }

  mutating func begin(at time: UInt64, isMain: Bool) {
    starts.append((time, isHurried, 0))
    isHurried = false
    if !isMain {
      fault(.neverConcurrent, "a delivery was made off the main thread")
    } else if underWayOnMain > 0 {
      fault(.neverNested, "a delivery was made inside another")
    } else if underWay > 0 {
      fault(.neverConcurrent, "a delivery was made while another was under way")
    }
    for end in ends where end.lastTurn != turn {
      fault(end.promise, "a delivery was made after \(end.words)")
    }
    if unanswered == 0 {
      fault(.noEmptyDeliveries, "a delivery was made when nothing was left to deliver")
    }
    unanswered = max(0, unanswered - 1)
    underWay += 1
    if isMain { underWayOnMain += 1 }
  }

  mutating func finish(isMain: Bool) {
    underWay -= 1
    if isMain { underWayOnMain -= 1 }
  }

  mutating func cancelled(onMain: Bool) {
    end(
      .nothingAfterCancel,
      onMain ? "cancel() had returned on the main thread" : "cancel() had returned",
      mayFinish: !onMain)
  }

  mutating func dropped() {
    end(.safeToDrop, "the strategy was dropped", mayFinish: true)
  }

  private mutating func end(_ promise: Promise, _ words: String, mayFinish: Bool) {
    let lastTurn = mayFinish && underWay + callbacks > 0 ? turn : nil
    ends.append((promise, words, lastTurn))
  }

  mutating func canAnimate(at now: UInt64) -> Bool {
    animationEnds.removeAll { $0 <= now }
    return animationEnds.count < Self.animationLimit
  }
}

extension WatchedState {
  mutating func judgeEnd() {
    if let lost = updates.firstIndex(where: { $0.shown == nil }) {
      let count = updates.count - shownCount
      fault(
        .nothingLost,
        count == 1
          ? "\(name(lost)) was never shown"
          : "\(count) updates were never shown; the first is \(name(lost))")
    }
    if view.values != model.values || (isList && view.order != model.order) {
      fault(.finalState, "\(difference) at the end")
    }
  }

  private var difference: String {
    let (model, view) = (model.values, view.values)
    for row in model.keys.sorted() {
      guard let value = model[row], value != view[row] else { continue }
      let shown = view[row].map { "shows \(name($0))" } ?? "does not show it"
      return "row \(row) has \(name(value)), but the view \(shown)"
    }
    if let row = view.keys.sorted().first(where: { model[$0] == nil }) {
      return "row \(row) is deleted, but the view shows it"
    }
    return "the rows are not in the model's order"
  }
}

extension RowChange {
  /// A producer's change. In every six, the producer inserts and changes two rows, moves one and deletes the other.
  init(index: Int, producer: Int, number: Int) {
    let first = 2 * producer
    switch number % 6 {
    case 0: self.init(index: index, row: first, kind: .insert)
    case 1: self.init(index: index, row: first + 1, kind: .insert, position: 0)
    case 2: self.init(index: index, row: first, kind: .change)
    case 3: self.init(index: index, row: first + 1, kind: .move)
    case 4: self.init(index: index, row: first + 1, kind: .change)
    default: self.init(index: index, row: first, kind: .delete)
    }
  }
}

/// Performs deliveries. Each function returns the updates that its delivery showed.
extension WatchedState {
  mutating func reload(sections: UInt) -> [Int] {
    let isRead = { (row: Int) in sections >> UInt(row % StrategyEntry.sectionCount) & 1 == 1 }
    let read = unread.filter { isRead($0.row) }
    unread.removeAll { isRead($0.row) }
    view = ListRows(view.inOrder.filter { !isRead($0.id) } + model.inOrder.filter { isRead($0.id) })
    return read.map(\.index)
  }

  mutating func apply(_ change: RowChange) -> [Int] {
    guard updates.indices.contains(change.index) else {
      fault(.finalState, "an update that was never submitted was applied")
      return []
    }
    let producer = updates[change.index].producer
    if let last = lastApplied[producer], last >= change.index {
      let order = last == change.index ? "twice" : "after \(name(last))"
      fault(.order, "\(name(change.index)) was applied \(order)")
    }
    lastApplied[producer] = change.index
    view.take(change)
    return [change.index]
  }

  /// Reloads, or applies the changes that were not shown yet. Skips announced changes, because the model lacks them.
  mutating func apply(_ batch: RowBatch) -> [Int] {
    guard !batch.isReload else { return reload(sections: .max) }
    var newest: [Int: Int] = [:]
    for change in batch.changes where !announced.contains(change.index) {
      let update = updates[change.index]
      newest[update.producer] = max(newest[update.producer] ?? 0, change.index)
      if update.shown == nil { view.take(change) }
    }
    return newest.flatMap { producer, last in
      let before = lastApplied[producer] ?? -1
      if last <= before {
        fault(.order, "\(name(last)) was applied after \(name(before))")
        return [last]
      }
      lastApplied[producer] = last
      return (before + 1...last).filter { updates[$0].producer == producer }
    }
  }

  mutating func apply(_ update: ListUpdate<ListRow>) -> [Int] {
    if case .batch(let changes, let rows) = update { check(changes, rows) }
    view = ListRows(update.rows)
    isList = true
    guard let snapshot = snapshots.last(where: { $0.rows == update.rows }) else {
      fault(.finalState, "the view showed rows that were in no snapshot")
      return []
    }
    if snapshot.count < newestShown {
      fault(.order, "a snapshot of \(snapshot.count) updates followed a snapshot of \(newestShown)")
    }
    let first = newestShown
    newestShown = max(newestShown, snapshot.count)
    return Array(first..<newestShown)
  }

  /// Reports a batch update that a list view would refuse, or that does not turn the view's rows into `rows`.
  private mutating func check(_ changes: ChangeSet, _ rows: [ListRow]) {
    do {
      let after = try changes.applied(to: view.inOrder, dataSource: rows)
      if after != rows { fault(.finalState, "a batch update left out some changes") }
    } catch {
      fault(.finalState, "the view refused a batch update: \(error)")
    }
  }
}
