import BenchHarness
import CGtkList
import Coalesce
import CoalesceStrategies

/// A `GtkTextView` as a view of the bench: each update appends a line or a character, and the view scrolls to its end.
/// It begins with lines of its own.
final class GTKTextView: GTKView {
  private let number: Int32
  private let ownLines: Int
  private let showsLines: Bool
  /// What the next reload appends, in one call.
  private var new: [String] = []
  private(set) var rows: ListRows

  init(_ number: Int, _ request: ViewRequest, ownLines: Int, showsLines: Bool) {
    self.number = Int32(number)
    self.ownLines = ownLines
    self.showsLines = showsLines
    rows = ListRows(isOrdered: request.isOrdered, capacity: request.rowCapacity)
  }

  func fill() { append((0..<ownLines).map(line)) }

  func warmUp(_ round: Int) { append([line(round)]) }

  private func line(_ number: Int) -> String { "\(number): what a program prints, more or less\n" }

  private func text(of change: Int) -> String {
    showsLines ? line(change) : change % 7 == 6 ? " " : "a"
  }

  private func append(_ texts: [String]) { gtk_text_append(number, texts.joined()) }

  var readsAtLayout: Bool { false }

  func reload(sections: UpdateFlags) {
    append(new)
    new = []
  }

  func apply(_ change: RowChange) {
    rows.take(change)
    append([text(of: change.index)])
  }

  func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError) {
    let after = try changes.applied(to: rows.inOrder, dataSource: data)
    rows = ListRows(after)
    append(changes.inserts.map { text(of: after[$0].value) })
  }

  func show(_ change: RowChange) {
    rows.take(change)
    new.append(text(of: change.index))
  }

  func show(_ rows: ListRows) {
    new = rows.inOrder.map { text(of: $0.value) }
    self.rows = rows
  }

  func deliveryEnded() {
    gtk_text_scroll_to_end(number)
    gtk_list_request_frame()
  }

  func setOnScreen(_ isOnScreen: Bool) { gtk_list_set_visible(number, isOnScreen) }
}
