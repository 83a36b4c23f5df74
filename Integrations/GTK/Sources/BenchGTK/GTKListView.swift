import BenchHarness
import CGtkList
import Coalesce
import CoalesceStrategies

/// A `GtkListView` as a view of the bench. GTK reads the rows on the screen during each call.
///
/// The list begins with rows of its own; a workload's row with the same identity replaces one of them.
/// If the order matters, the workload's rows come first, followed by the list's own.
final class GTKListView: GTKView {
  private let number: Int32
  private let request: ViewRequest
  private let splicesChanges: Bool
  /// The identities of the rows, by position.
  private var order: [Int]
  private let ownRows: Int
  /// How many rows GTK knows of; differs from `count` only while new rows wait for a reload.
  private var shown = 0
  /// The position of each row by identity; nil if it must be computed again.
  private var positions: [Int: Int]?
  private(set) var rows: ListRows
  /// While the view warms up, the number that its rows show.
  private var warmth: Int?

  /// - Parameters:
  ///   - number: the index of the list in the window.
  ///   - request: the number of views and sections, and whether the order matters.
  ///   - ownRows: how many rows the list begins with.
  ///   - splicesChanges: whether to replace a changed row rather than change it in place.
  init(_ number: Int, _ request: ViewRequest, ownRows: Int, splicesChanges: Bool) {
    self.number = Int32(number)
    self.request = request
    self.ownRows = ownRows
    self.splicesChanges = splicesChanges
    rows = ListRows(isOrdered: request.isOrdered, capacity: request.rowCapacity)
    // Rows of the same section are adjacent, as in an app.
    order =
      request.isOrdered
      ? []
      : (0..<ownRows).sorted { ($0 % request.sections, $0) < ($1 % request.sections, $1) }
  }

  private var count: Int { request.isOrdered ? order.count + ownRows : order.count }

  func fill() { splice(at: 0, removing: 0, adding: count) }

  /// Reloads, or shows the first rows as if they had changed; the last round shows them as they are.
  func warmUp(_ round: Int) {
    if round.isMultiple(of: 4) {
      warmth = nil
      return splice(at: 0, removing: shown, adding: count)
    }
    warmth = round * 12_345
    for row in 0..<min(count, 40) { gtk_list_notify(number, UInt32(row)) }
  }

  var readsAtLayout: Bool { false }

  func reload(sections: UpdateFlags) {
    let all = request.sections < 64 ? (1 as UInt) << UInt(request.sections) - 1 : .max
    guard sections.rawValue & all != all, !request.isOrdered else {
      return splice(at: 0, removing: shown, adding: count)
    }
    var start = 0
    while start < order.count {
      let section = order[start] % request.sections
      let end = order[start...].firstIndex { $0 % request.sections != section } ?? order.count
      if sections.rawValue >> UInt(section) & 1 == 1 {
        splice(at: start, removing: end - start, adding: end - start)
      }
      start = end
    }
  }

  private func splice(at position: Int, removing removed: Int, adding added: Int) {
    shown += added - removed
    gtk_list_splice(number, UInt32(position), UInt32(removed), UInt32(added))
  }

  func apply(_ change: RowChange) {
    let before = position(of: change.row)
    show(change)
    let after = position(of: change.row)
    switch (before, after) {
    case (let old?, let new?) where old == new:
      if splicesChanges {
        splice(at: old, removing: 1, adding: 1)
      } else {
        gtk_list_notify(number, UInt32(old))
      }
    case (let old?, let new?):
      // In one call: GTK reads rows during each call, and between two calls the list would be inconsistent.
      let count = abs(new - old) + 1
      splice(at: min(old, new), removing: count, adding: count)
    case (let old?, nil): splice(at: old, removing: 1, adding: 0)
    case (nil, let new?): splice(at: new, removing: 0, adding: 1)
    case (nil, nil): break
    }
  }

  func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError) {
    let after = try changes.applied(to: rows.inOrder, dataSource: data)
    let deleted = Set(changes.deletes + changes.moves.map(\.from))
    let inserted = Set(changes.inserts + changes.moves.map(\.to))
    let reloaded = changes.reloads.filter { !deleted.contains($0) }.map { order[$0] }
    rows = ListRows(after)
    positions = nil
    // One by one, so that `order` matches GTK's list during each call, when GTK reads rows.
    for position in deleted.sorted(by: >) {
      order.remove(at: position)
      splice(at: position, removing: 1, adding: 0)
    }
    for position in inserted.sorted() {
      order.insert(after[position].id, at: position)
      splice(at: position, removing: 0, adding: 1)
    }
    for row in reloaded {
      if let position = position(of: row) { splice(at: position, removing: 1, adding: 1) }
    }
  }

  func show(_ change: RowChange) {
    rows.take(change)
    if request.isOrdered {
      order = rows.order ?? []
      positions = nil
    } else if rows.value(of: change.row) == nil {
      guard let position = position(of: change.row) else { return }
      order.remove(at: position)
      positions = nil
    } else if position(of: change.row) == nil {
      order.append(change.row)
      positions?[change.row] = order.count - 1
    }
  }

  func show(_ rows: ListRows) {
    self.rows = rows
    order = rows.order ?? []
    positions = nil
  }

  private func position(of row: Int) -> Int? {
    if positions == nil {
      positions = Dictionary(zip(order, order.indices)) { first, _ in first }
    }
    return positions?[row]
  }

  /// The text of the row at `position`: its identity and, if a trial has changed the row, the number of its newest
  /// update.
  func text(at position: Int) -> String {
    guard position < order.count else { return "row" }
    let row = order[position]
    return (warmth ?? rows.value(of: row)).map { "row \(row): \($0)" } ?? "row \(row)"
  }

  var rowsOnScreen: [ListRow]? {
    var read = [gtk_list_row](repeating: gtk_list_row(), count: 1_000)
    let count = Int(gtk_list_read(number, &read, Int32(read.count)))
    return read.prefix(count).compactMap { row in
      let text = withUnsafeBytes(of: row.text) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      let numbers = text.dropFirst(4).split(separator: ":").map {
        Int($0.drop { $0 == " " }) ?? -1
      }
      // A label whose text is not that of its position shows a wrong row.
      let isInPlace =
        Int(row.position) >= order.count || text == self.text(at: Int(row.position))
      guard let id = numbers.first else { return isInPlace ? nil : ListRow(id: -1, value: -1) }
      if numbers.count == 2 { return ListRow(id: id, value: isInPlace ? numbers[1] : -1) }
      return isInPlace ? nil : ListRow(id: id, value: -1)
    }
  }

  func deliveryEnded() { gtk_list_request_frame() }

  func setOnScreen(_ isOnScreen: Bool) { gtk_list_set_visible(number, isOnScreen) }
}
