import BenchHarness
import CoalesceStrategies

/// What is known of a view under verification: the model, what the view shows of it, who delivers
/// when, and which promises were seen broken.
///
/// A reload reads the model when it begins, the least that a handler can be counted on for: what is
/// submitted during a delivery needs another one.
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
  private(set) var shownCount = 0
  private(set) var model = ListRows(isOrdered: true)
  /// Of each section, the updates that no reload has shown yet.
  var unread: [[Int]] = Array(repeating: [], count: StrategyEntry.sectionCount)
  /// What the view shows.
  var view = ListRows(isOrdered: true)
  /// Whether the view shows the rows in the order of a list.
  var isList = false
  /// How many updates the newest rows have that a list was given.
  var newestShown = 0
  /// Of each producer, the update that was applied last.
  var lastApplied: [Int: Int] = [:]
  private(set) var snapshots: [(rows: [ListRow], count: Int)] = []
  /// When deliveries began, and whether something made them come before their time.
  private(set) var starts: [(time: UInt64, isHurried: Bool)] = []
  /// The next delivery may come before its time: in a flush.
  var isHurried = false
  /// Updates that were submitted before the model has them.
  private var announced: [Int] = []
  private var submittedBy: [Int: Int] = [:]

  /// A strategy was cancelled or dropped.
  private struct End {
    let promise: Promise
    let words: String
    /// The turn of the main thread in which a delivery that was under way may still be made; nil for
    /// none.
    let lastTurn: Int?
  }

  private var underWay = 0
  private var underWayOnMain = 0
  /// How many callbacks of the view other than deliveries are under way.
  var callbacks = 0
  /// How many deliveries may be made of what was submitted: one for each submission, at the most.
  private var unanswered = 0
  private var turn = 0
  private var ends: [End] = []
  var animationEnds: [UInt64] = []
  /// Whether the strategy's last reference to the view was released off the main thread.
  var hasViewEndedOffMain = false

  /// How many animations the view has at most before ``canAnimate(at:)`` says no: few, so that a
  /// schedule of few steps gets there.
  private static let animationLimit = 2

  /// Notes that a promise was seen broken; the first time counts.
  mutating func fault(_ promise: Promise, _ words: String) {
    if faults[promise] == nil { faults[promise] = words }
  }

  /// Returns a change to submit before the model has it.
  mutating func announce(producer: Int, at time: UInt64) -> RowChange {
    let number = submittedBy[producer, default: 0]
    submittedBy[producer] = number + 1
    let change = RowChange(index: updates.count, producer: producer, number: number)
    updates.append(Update(producer: producer, submitted: time))
    announced.append(change.index)
    unanswered += 1
    return change
  }

  /// Makes a change that was announced. From now on it counts as shown only where it is in the view:
  /// a reload that was made before did not show it.
  mutating func make(_ change: RowChange) {
    announced.removeAll { $0 == change.index }
    unread[change.row % unread.count].append(change.index)
    model.take(change)
  }

  /// The rows that the model has now.
  mutating func snapshot() -> [ListRow] {
    let rows = model.inOrder
    snapshots.append((rows, announced.first ?? updates.count))
    // Who asks for many without using them needs the newest ones alone.
    if snapshots.count > 64 { snapshots.removeFirst(32) }
    return rows
  }

  /// Notes which updates a delivery showed, and when.
  mutating func show(_ indices: [Int], at time: UInt64) {
    for index in indices where updates[index].shown == nil {
      updates[index].shown = time
      shownCount += 1
    }
  }

  /// An update, for people.
  func name(_ index: Int) -> String {
    guard updates.indices.contains(index) else { return "nobody's update" }
    let producer = updates[index].producer
    return "update \(index + 1) (\(producer == 0 ? "main" : "thread \(producer)"))"
  }
}

/// Who delivers when: on the main thread, one at a time, none inside another, none after the end, none
/// of nothing.
extension WatchedState {
  /// The main thread has begun another turn of its run loop.
  mutating func beginTurn() { turn += 1 }

  /// Nothing waits. What is delivered meanwhile waits no more, and is not delivered yet.
  mutating func nothingIsPending() { if underWay == 0 { unanswered = 0 } }

  /// A delivery begins.
  mutating func begin(at time: UInt64, isMain: Bool) {
    starts.append((time, isHurried))
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

  /// A delivery ends.
  mutating func finish(isMain: Bool) {
    underWay -= 1
    if isMain { underWayOnMain -= 1 }
  }

  /// `cancel()` has returned.
  mutating func cancelled(onMain: Bool) {
    end(
      .nothingAfterCancel,
      onMain ? "cancel() had returned on the main thread" : "cancel() had returned",
      mayFinish: !onMain)
  }

  /// The last reference was given up.
  mutating func dropped() {
    end(.safeToDrop, "the strategy was dropped", mayFinish: true)
  }

  private mutating func end(_ promise: Promise, _ words: String, mayFinish: Bool) {
    let lastTurn = mayFinish && underWay + callbacks > 0 ? turn : nil
    ends.append(End(promise: promise, words: words, lastTurn: lastTurn))
  }

  mutating func canAnimate(at now: UInt64) -> Bool {
    animationEnds.removeAll { $0 <= now }
    return animationEnds.count < Self.animationLimit
  }
}

/// What can be said at the end.
extension WatchedState {
  /// Looks for updates that were never shown and for rows that are not as in the model.
  mutating func judgeEnd() {
    if let lost = updates.firstIndex(where: { $0.shown == nil }) {
      let count = updates.count - shownCount
      fault(
        .nothingLost,
        count == 1
          ? "\(name(lost)) was never shown"
          : "\(count) updates were never shown, first \(name(lost))")
    }
    if view.values != model.values || (isList && view.order != model.order) {
      fault(.finalState, "\(difference) at the end")
    }
  }

  private var difference: String {
    let (model, view) = (model.values, view.values)
    for row in model.keys.sorted() {
      guard let value = model[row], value != view[row] else { continue }
      let shown = view[row].map { "shows \(name($0)) of it" } ?? "does not show it"
      return "row \(row) is as of \(name(value)), the view \(shown)"
    }
    if let row = view.keys.sorted().first(where: { model[$0] == nil }) {
      return "row \(row) is deleted, the view shows it"
    }
    return "the rows are in another order than in the model"
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

/// What deliveries do. All return the updates that they show.
extension WatchedState {
  /// Reads those sections of the model whose bits are set.
  mutating func reload(sections: UInt) -> [Int] {
    let isRead = { (row: Int) in sections >> UInt(row % StrategyEntry.sectionCount) & 1 == 1 }
    var read: [Int] = []
    for section in unread.indices where isRead(section) {
      read += unread[section]
      unread[section] = []
    }
    view = ListRows(view.inOrder.filter { !isRead($0.id) } + model.inOrder.filter { isRead($0.id) })
    return read
  }

  /// Applies one change.
  mutating func apply(_ change: RowChange) -> [Int] {
    guard updates.indices.contains(change.index) else {
      fault(.finalState, "an update was applied that nobody submitted")
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

  /// Shows the rows of a snapshot, by a batch update or a reload.
  mutating func apply(_ update: ListUpdate<ListRow>) -> [Int] {
    if case .batch(let changes, let rows) = update { check(changes, rows) }
    view = ListRows(update.rows)
    isList = true
    guard let snapshot = snapshots.last(where: { $0.rows == update.rows }) else {
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

  /// A view refuses a batch update that does not turn what it shows into what it is to show.
  private mutating func check(_ changes: ChangeSet, _ rows: [ListRow]) {
    do {
      let after = try changes.applied(to: view.inOrder, dataSource: rows)
      if after != rows { fault(.finalState, "a batch update leaves out changes of rows") }
    } catch {
      fault(.finalState, "the view refuses a batch update: \(error)")
    }
  }
}
