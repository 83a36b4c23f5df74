/// The difference between two lists of unique identities, as one batch update of a list view.
///
/// Positions follow the convention of `UITableView` and `UICollectionView`: what leaves or changes
/// is named by its position before the update, what arrives by its position after it. A row that
/// keeps its content and its place among the others is not named at all.
///
/// ``init(from:to:)`` makes one whose parts fit together.
public struct ChangeSet: Sendable, Equatable {
  /// A row that goes to another place and keeps its content.
  public struct Move: Sendable, Equatable {
    /// The position before the update.
    public let from: Int
    /// The position after the update.
    public let to: Int

    /// Makes a move.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// Positions, before the update, of rows that leave; ascending.
  public let deletes: [Int]

  /// Positions, after the update, of rows that arrive; ascending.
  public let inserts: [Int]

  /// Rows that go to another place; ascending by ``Move/to``.
  public let moves: [Move]

  /// Positions, before the update, of rows that stay among their neighbours and have new content;
  /// ascending.
  public let reloads: [Int]

  /// A change set made by hand; ``applied(to:dataSource:)`` refuses what does not fit.
  @inlinable
  public init(
    deletes: [Int] = [], inserts: [Int] = [], moves: [Move] = [], reloads: [Int] = []
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.reloads = reloads
  }

  /// How many changes the view has to make.
  public var count: Int { deletes.count + inserts.count + moves.count + reloads.count }

  /// Whether the view has nothing to do.
  public var isEmpty: Bool { count == 0 }
}
