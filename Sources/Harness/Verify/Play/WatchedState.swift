import Strategies

/// What a view under verification knows: the model, what the view shows of it, and which promises
/// were seen broken.
struct WatchedState {
  /// One update of the model.
  struct Update {
    let producer: Int
    let submitted: UInt64
    /// The end of the delivery that showed it first; nil until then.
    var shown: UInt64?
  }

  /// The first fault of each promise, in words.
  private(set) var faults: [Promise: String] = [:]
  private(set) var updates: [Update] = []
  private(set) var deliveries = 0
  private(set) var shownCount = 0
  private var model = ListRows(isOrdered: true)
  private var view: [Int: Int] = [:]
  private var order: [Int]?
  /// Of each section, the updates that no reload has shown yet.
  private var unread: [[Int]] = Array(repeating: [], count: StrategyEntry.sectionCount)
  private var submittedBy: [Int: Int] = [:]
  private var lastShownBy: [Int: Int] = [:]
  private var snapshots: [(rows: [ListRow], count: Int)] = []
  private var newestShown = 0
}

extension WatchedState {
  /// Notes that a promise was seen broken; the first time counts.
  mutating func fault(_ promise: Promise, _ words: String) {
    if faults[promise] == nil { faults[promise] = words }
  }

  /// Changes the model, on behalf of a producer. Answers the change to submit.
  mutating func change(producer: Int, at time: UInt64) -> RowChange {
    let number = submittedBy[producer, default: 0]
    submittedBy[producer] = number + 1
    let change = RowChange(index: updates.count, producer: producer, number: number)
    updates.append(Update(producer: producer, submitted: time, shown: nil))
    unread[change.row % unread.count].append(change.index)
    model.take(change)
    return change
  }

  /// The rows that the model has now.
  mutating func snapshot() -> [ListRow] {
    let rows = model.inOrder
    snapshots.append((rows, updates.count))
    // Who asks for many without using them needs the newest ones alone.
    if snapshots.count > 64 { snapshots.removeFirst(32) }
    return rows
  }
}

/// What deliveries do. All answer the updates that they show.
extension WatchedState {
  /// Counts a delivery.
  mutating func beginDelivery() { deliveries += 1 }

  /// Reads those sections of the model whose bits are set.
  mutating func reload(sections: UInt) -> [Int] {
    var read: [Int] = []
    for section in unread.indices where sections >> UInt(section) & 1 == 1 {
      read += unread[section]
      unread[section] = []
    }
    let isRead = { (row: Int) in sections >> UInt(row % StrategyEntry.sectionCount) & 1 == 1 }
    view = view.filter { !isRead($0.key) }
      .merging(model.values.filter { isRead($0.key) }) { $1 }
    return read
  }

  /// Applies one change.
  mutating func apply(_ change: RowChange) -> [Int] {
    guard updates.indices.contains(change.index) else {
      fault(.finalState, "an update was applied that nobody submitted")
      return []
    }
    let producer = updates[change.index].producer
    if let last = lastShownBy[producer], last >= change.index {
      fault(
        .order,
        last == change.index
          ? "\(name(change.index)) was applied twice"
          : "\(name(change.index)) was applied after \(name(last))")
    }
    lastShownBy[producer] = change.index
    switch change.kind {
    case .insert, .change: view[change.row] = change.index
    case .delete: view[change.row] = nil
    case .move: if view[change.row] != nil { view[change.row] = change.index }
    }
    return [change.index]
  }

  /// Shows the rows of a snapshot, by a batch update or a reload.
  mutating func apply(_ update: ListUpdate<ListRow>) -> [Int] {
    if case .batch(let changes, let rows) = update {
      let before = (order ?? []).compactMap { id in view[id].map { ListRow(id: id, value: $0) } }
      do {
        let after = try changes.applied(to: before, dataSource: rows)
        if after != rows { fault(.finalState, "a batch update leaves out changes of rows") }
      } catch {
        fault(.finalState, "the view refuses a batch update: \(error)")
      }
    }
    let rows = update.rows
    view = Dictionary(rows.map { ($0.id, $0.value) }) { $1 }
    order = rows.map(\.id)
    guard let snapshot = snapshots.last(where: { $0.rows == rows }) else {
      fault(.finalState, "rows were shown that no snapshot had")
      return []
    }
    if snapshot.count < newestShown {
      fault(.order, "rows of \(snapshot.count) updates were shown after rows of \(newestShown)")
    }
    let first = newestShown
    newestShown = max(newestShown, snapshot.count)
    return Array(first..<newestShown)
  }

  /// Notes when updates were shown.
  mutating func show(_ indices: [Int], at time: UInt64) {
    for index in indices where updates[index].shown == nil {
      updates[index].shown = time
      shownCount += 1
    }
  }
}

/// What can be said at the end.
extension WatchedState {
  /// Looks for updates that were never shown and for rows that are not as in the model.
  mutating func judgeEnd() {
    if let lost = updates.firstIndex(where: { $0.shown == nil }) {
      let count = updates.count { $0.shown == nil }
      fault(
        .nothingLost,
        count == 1
          ? "\(name(lost)) was never shown"
          : "\(count) updates were never shown, first \(name(lost))")
    }
    if view != model.values || (order != nil && order != model.order) {
      fault(.finalState, "\(difference) at the end")
    }
  }

  private var difference: String {
    for (row, value) in model.values.sorted(by: { $0.key < $1.key }) where view[row] != value {
      let shown = view[row].map { "shows \(name($0)) of it" } ?? "does not show it"
      return "row \(row) is as of \(name(value)), the view \(shown)"
    }
    if let row = view.keys.sorted().first(where: { model.values[$0] == nil }) {
      return "row \(row) is deleted, the view shows it"
    }
    return "the rows are in another order than in the model"
  }

  /// The update that took longest to be shown, of those that were.
  var slowest: (name: String, latency: UInt64)? {
    updates.indices.compactMap { index in
      updates[index].shown.map { (index, $0 - updates[index].submitted) }
    }.max { $0.1 < $1.1 }.map { (name($0.0), $0.1) }
  }

  private func name(_ index: Int) -> String {
    guard updates.indices.contains(index) else { return "nobody's update" }
    let producer = updates[index].producer
    return "update \(index + 1) (\(producer == 0 ? "main" : "thread \(producer)"))"
  }
}

extension RowChange {
  /// The change that a producer makes `number`th: each has two rows of its own, which come, change,
  /// change places and go.
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
