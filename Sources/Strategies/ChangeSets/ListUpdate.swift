/// What one delivery of ``ChangeSets`` has a list view do.
public enum ListUpdate<Row: Identifiable & Equatable & Sendable>: Sendable {
  /// One batch update: inside it the view's data source becomes `rows`. With an empty change set
  /// the view has nothing to do, for it shows `rows` already.
  case batch(ChangeSet, rows: [Row])

  /// A reload, whatever the view showed before; its data source becomes `rows`.
  case reload(rows: [Row])

  /// The rows of the view's data source after it.
  public var rows: [Row] {
    switch self {
    case .batch(_, let rows), .reload(let rows): rows
    }
  }

  /// The difference from `old` to `new`; a reload where there is no `old`, where identities are not
  /// unique, or where that takes more than `limit` changes.
  @inlinable
  init(from old: [Row]?, to new: [Row], limit: Int) {
    guard let old, let changes = ChangeSet(from: old, to: new), changes.count <= limit else {
      self = .reload(rows: new)
      return
    }
    self = .batch(changes, rows: new)
  }
}

extension ListUpdate: Equatable {}
