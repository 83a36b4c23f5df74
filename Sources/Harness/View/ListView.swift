/// A list that shows rows by identity. The harness drives it on main, from one thread only.
///
/// A reload pays its fixed cost when it is asked for, and reads the model at the layout commit, as
/// UIKit does: `reload()`, then at the end of the turn `show(_:)` for what the model has by then,
/// and `layOut()`.
public protocol ListView: AnyObject {
  /// Whether the turn must end with a layout commit.
  var needsLayout: Bool { get }

  /// The rows shown: each identity with the number of the update that it shows.
  var rows: [Int: Int] { get }

  /// Throws the contents away; they are read anew at the layout commit.
  func reload()

  /// Applies one row change at once.
  func apply(_ change: RowChange)

  /// Applies several row changes as one batch.
  /// - Throws: ``ListViewError/invalidUpdate(before:inserted:deleted:after:)``, and then nothing
  ///   was applied.
  func apply(_ batch: BatchUpdate) throws(ListViewError)

  /// Takes in the model's changes since the last reload; before `layOut()`, after a reload only.
  func show(_ change: RowChange)

  /// Lays out the visible rows: the layout commit.
  func layOut()
}

/// Row changes that are applied together.
public struct BatchUpdate: Sendable {
  /// The changes, in order.
  public var changes: [RowChange]
  /// How many rows the data source has after them.
  public var rowCountAfter: Int

  /// Makes a batch.
  public init(changes: [RowChange], rowCountAfter: Int) {
    self.changes = changes
    self.rowCountAfter = rowCountAfter
  }
}

/// Why a view refuses.
public enum ListViewError: Error, Equatable, Sendable {
  /// Rows after ≠ rows before + inserted − deleted, as UITableView checks it.
  case invalidUpdate(before: Int, inserted: Int, deleted: Int, after: Int)
}

extension ListViewError: CustomStringConvertible {
  /// What happened, then what to do.
  public var description: String {
    switch self {
    case .invalidUpdate(let before, let inserted, let deleted, let after):
      """
      Invalid update: \(after) rows after it, but \(before) before it + \(inserted) inserted \
      − \(deleted) deleted. Change the data source inside the batch update.
      """
    }
  }
}
