/// What an update does to its row.
public enum ChangeKind: UInt8, CaseIterable, Codable, Sendable {
  /// Adds the row, or changes it where it is there already.
  case insert
  /// Changes the row, or adds it where it is not there.
  case change
  /// Removes the row, if it is there.
  case delete
  /// Brings the row, if it is there, to another position.
  case move
}

/// One update of the model, as a strategy carries it.
public struct RowChange: Sendable, Equatable {
  /// The update's number in its workload, from 0; also the row's value after it.
  public let index: Int
  /// The row's identity.
  public let row: Int
  /// What happens to the row.
  public let kind: ChangeKind
  private let positionOrNone: Int32

  /// Where the row goes, of an insert or a move; of the others, where it was when the change was
  /// begun, which may be long ago. Nil for the end, and where nobody knows.
  public var position: Int? { positionOrNone < 0 ? nil : Int(positionOrNone) }

  /// Makes a change.
  public init(index: Int, row: Int, kind: ChangeKind, position: Int? = nil) {
    self.index = index
    self.row = row
    self.kind = kind
    positionOrNone = position.map(Int32.init) ?? -1
  }
}
