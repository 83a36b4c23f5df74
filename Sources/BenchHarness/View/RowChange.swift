/// What an update does to its row.
public enum ChangeKind: UInt8, CaseIterable, Codable, Sendable {
  /// Adds the row, or changes it if it exists.
  case insert
  /// Changes the row, or adds it if it does not exist.
  case change
  /// Removes the row if it exists.
  case delete
  /// Moves the row, if it exists, to another position.
  case move
}

/// One update of the model, as submitted to a strategy.
public struct RowChange: Sendable, Equatable {
  /// The update's number in its workload, from 0; also the row's value after the update.
  public let index: Int
  /// The row's identity.
  public let row: Int
  /// What happens to the row.
  public let kind: ChangeKind
  private let positionOrNone: Int32

  /// The new position for an insert or a move, else the position when the change began; nil for the end or if unknown.
  public var position: Int? { positionOrNone < 0 ? nil : Int(positionOrNone) }

  /// Makes a change.
  public init(index: Int, row: Int, kind: ChangeKind, position: Int? = nil) {
    self.index = index
    self.row = row
    self.kind = kind
    positionOrNone = position.map(Int32.init) ?? -1
  }
}
