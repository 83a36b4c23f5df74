import Coalesce

/// What the view's work costs on main, in nanoseconds.
public struct CostModel: Codable, Sendable, Equatable {
  /// One reload, paid inside the delivery.
  public var reloadNanoseconds: UInt64
  /// One visible row, paid at the layout commit.
  public var visibleRowNanoseconds: UInt64
  /// How many rows are visible.
  public var visibleRows: Int
  /// One row changed alone, paid inside the delivery.
  public var rowChangeNanoseconds: UInt64
  /// How many nanoseconds of main one update that waits one nanosecond is worth; 0 or more.
  public var latencyPrice: Double

  /// Makes a cost model; the defaults are those of a list on a phone of the middle class.
  public init(
    reload: Duration = .milliseconds(2), visibleRow: Duration = .microseconds(20),
    visibleRows: Int = 12, rowChange: Duration = .microseconds(150), latencyPrice: Double = 0.02
  ) {
    reloadNanoseconds = reload.wholeNanoseconds
    visibleRowNanoseconds = visibleRow.wholeNanoseconds
    self.visibleRows = visibleRows
    rowChangeNanoseconds = rowChange.wholeNanoseconds
    self.latencyPrice = latencyPrice
  }

  /// A view that costs nothing.
  public static let free = CostModel(
    reload: .zero, visibleRow: .zero, visibleRows: 0, rowChange: .zero)

  /// The layout commit, in nanoseconds.
  public var layoutNanoseconds: UInt64 { visibleRowNanoseconds * UInt64(visibleRows) }
}
