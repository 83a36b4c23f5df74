/// What an update does to its row.
public enum ChangeKind: UInt8, CaseIterable, Codable, Sendable {
  /// Adds the row, or changes it where it is there already.
  case insert
  /// Changes the row, or adds it where it is not there.
  case change
  /// Removes the row, if it is there.
  case delete

  /// Reads the name used in traces.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { "\($0)" == name.lowercased() }) else {
      return nil
    }
    self = kind
  }
}

/// One update of the model, as a strategy carries it.
public struct RowChange: Sendable, Equatable {
  /// The update's number in its workload, from 0; also the row's value after it.
  public let index: Int
  /// The row's identity.
  public let row: Int
  /// What happens to the row.
  public let kind: ChangeKind

  /// Makes a change.
  public init(index: Int, row: Int, kind: ChangeKind) {
    self.index = index
    self.row = row
    self.kind = kind
  }
}
