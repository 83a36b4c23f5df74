import Coalesce

/// The main-thread costs of a view, in nanoseconds.
public struct CostModel: Codable, Sendable, Equatable {
  /// The cost of a reload, paid inside the delivery.
  public var reloadNanoseconds: UInt64
  /// The cost of each visible row, paid at the layout commit.
  public var visibleRowNanoseconds: UInt64
  /// The number of visible rows.
  public var visibleRows: Int
  /// The cost of changing one row, paid inside the delivery.
  public var rowChangeNanoseconds: UInt64
  /// The cost of each row of the view, visible or not, paid at each layout commit; 0 in a trial that tracks no rows.
  public var contentNanoseconds: UInt64
  /// The main-thread nanoseconds you would spend to shorten an update's wait by one nanosecond; 0 or more.
  public var latencyPrice: Double
  /// The screen that virtual time simulates; nil if each turn ends with the layout commit.
  public var screen: Screen?

  /// Makes a cost model; the defaults are those of a list on a mid-range phone.
  public init(
    reload: Duration = .milliseconds(2), visibleRow: Duration = .microseconds(20),
    visibleRows: Int = 12, rowChange: Duration = .microseconds(150), content: Duration = .zero,
    latencyPrice: Double = 0.02, screen: Screen? = nil
  ) {
    reloadNanoseconds = reload.wholeNanoseconds
    contentNanoseconds = content.wholeNanoseconds
    visibleRowNanoseconds = visibleRow.wholeNanoseconds
    self.visibleRows = visibleRows
    rowChangeNanoseconds = rowChange.wholeNanoseconds
    self.latencyPrice = latencyPrice
    self.screen = screen
  }

  /// A view that costs nothing.
  public static let free = CostModel(
    reload: .zero, visibleRow: .zero, visibleRows: 0, rowChange: .zero)

  func reloadNanoseconds(of sections: UpdateFlags, outOf count: Int) -> UInt64 {
    let share = Double(sections.rawValue.nonzeroBitCount) / Double(count)
    return UInt64((Double(reloadNanoseconds) * share).rounded())
  }

  /// The cost of a layout commit in nanoseconds, excluding ``contentNanoseconds``.
  public var layoutNanoseconds: UInt64 { visibleRowNanoseconds * UInt64(visibleRows) }

  /// The cost of the layout commit of a view with `count` rows, in nanoseconds.
  public func layoutNanoseconds(ofRows count: Int) -> UInt64 {
    layoutNanoseconds + contentNanoseconds * UInt64(count)
  }
}

extension CostModel {
  /// A screen with its own frames, like GTK's or a browser's: deliveries are laid out and painted in the next frame,
  /// which waits for the display and, unless ``framesFirst`` is set, until the main queue is empty.
  public struct Screen: Codable, Sendable, Equatable {
    /// The cost of a frame with changes, excluding ``changedRowNanoseconds`` and the layout of reloaded views.
    public var frameNanoseconds: UInt64
    /// The cost of a frame without changes.
    public var emptyFrameNanoseconds: UInt64
    /// The cost of each row changed since the last frame, except for the first of these rows.
    public var changedRowNanoseconds: UInt64
    /// The minimum time between the starts of two frames.
    public var periodNanoseconds: UInt64
    /// Whether a frame that is due runs before the blocks on the main queue.
    public var framesFirst: Bool

    /// Makes a screen.
    public init(
      frame: Duration, emptyFrame: Duration = .zero,
      changedRow: Duration = .zero,
      period: Duration = .nanoseconds(16_666_667), framesFirst: Bool = false
    ) {
      frameNanoseconds = frame.wholeNanoseconds
      emptyFrameNanoseconds = emptyFrame.wholeNanoseconds
      changedRowNanoseconds = changedRow.wholeNanoseconds
      periodNanoseconds = period.wholeNanoseconds
      self.framesFirst = framesFirst
    }
  }
}
