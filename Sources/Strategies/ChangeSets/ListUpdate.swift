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
