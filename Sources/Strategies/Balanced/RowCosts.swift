/// What showing changes takes of main.
public struct RowCosts: Sendable, Equatable {
  /// A reload with its layout commit.
  public var reload: Duration
  /// One change, without the layout commit.
  public var change: Duration
  /// The layout commit after any number of changes.
  public var layout: Duration

  /// Makes a description of costs; negative ones count as zero.
  public init(reload: Duration, change: Duration, layout: Duration) {
    self.reload = reload
    self.change = change
    self.layout = layout
  }
}
