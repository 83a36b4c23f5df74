import Coalesce

/// The main-thread costs of a view, in nanoseconds.
public struct CostModel: Codable, Sendable, Equatable {
  /// The cost of a reload, paid inside the delivery.
  public var reloadNanoseconds: UInt64
  /// The cost of each visible row that a delivery changed or reloaded, paid at the layout commit.
  public var visibleRowNanoseconds: UInt64
  /// The number of visible rows: those with the lowest numbers or, if the order matters, positions.
  public var visibleRows: Int
  /// The cost of changing one row, visible or not, paid inside the delivery.
  public var rowChangeNanoseconds: UInt64
  /// The cost of each row of the view, visible or not, paid at each layout commit; 0 in a trial that tracks no rows.
  public var contentNanoseconds: UInt64
  /// The main-thread nanoseconds you would spend to shorten an update's wait by one nanosecond; 0 or more.
  public var latencyPrice: Double
  /// The screen that virtual time simulates; nil if each turn ends with the layout commit.
  public var screen: Screen?

  /// Makes a cost model. The defaults are round numbers; `--costs list` has those of a real list.
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

  /// The cost of changing row `number`, with its layout.
  func changeNanoseconds(ofRow number: Int) -> UInt64 {
    rowChangeNanoseconds + (number < visibleRows ? visibleRowNanoseconds : 0)
  }

  /// The most row changes that take no longer than a reload even if all visible rows are among them; at least 1.
  package var rowLimit: Int {
    let most: UInt64 = 10_000
    guard rowChangeNanoseconds > 0 else { return Int(most) }
    return Int(min(max(1, reloadNanoseconds / rowChangeNanoseconds), most))
  }

  func reloadNanoseconds(of sections: UpdateFlags, outOf count: Int) -> UInt64 {
    let share = Double(sections.rawValue.nonzeroBitCount) / Double(count)
    return UInt64((Double(reloadNanoseconds) * share).rounded())
  }

  /// The cost of a reload's layout commit in nanoseconds, excluding ``contentNanoseconds``.
  public var layoutNanoseconds: UInt64 { visibleRowNanoseconds * UInt64(visibleRows) }

  /// The cost of the layout commit of a view with `count` rows, in nanoseconds. `changed` is how many visible rows were
  /// changed; nil for all, as after a reload.
  public func layoutNanoseconds(ofRows count: Int, changed: Int? = nil) -> UInt64 {
    visibleRowNanoseconds * UInt64(changed ?? visibleRows) + contentNanoseconds * UInt64(count)
  }
}

extension CostModel {
  /// A screen with its own frames, like GTK's or a browser's: deliveries are laid out and painted in the next frame,
  /// which waits for the display and, unless ``framesFirst`` is set, until the main queue is empty. All costs are in
  /// nanoseconds of main-thread time.
  public struct Screen: Codable, Sendable, Equatable {
    /// A frame with visible changes of one view, excluding the layout of a reload; paid for each such view.
    public var frameNanoseconds: UInt64
    /// The same for a view whose changes are all hidden.
    public var hiddenFrameNanoseconds: UInt64
    /// A frame without changes.
    public var emptyFrameNanoseconds: UInt64 = 0
    /// A visible row that changed since the last frame, beyond the first in its view.
    public var changedRowNanoseconds: UInt64 = 0
    /// A view without changes, in a frame in which others changed: a frame paints all views.
    public var furtherViewNanoseconds: UInt64 = 0
    /// The time between frames, which keep to a grid: after a late frame, the next is on the grid again.
    public var periodNanoseconds: UInt64 = 16_666_667
    /// Whether a frame that is due runs before the blocks on the main queue.
    public var framesFirst = false
    /// Measuring the new rows of a reloaded view, right after the turn of its delivery or, if that was done since the
    /// last frame, in the next frame.
    public var measureNanoseconds: UInt64 = 0
    /// The same after a row change, and for each further change of the view's rows.
    public var rowMeasureNanoseconds: UInt64 = 0, furtherRowMeasureNanoseconds: UInt64 = 0
    /// The share of its full cost that a reload takes within a frame period, or within 2 ms, of the previous one.
    public var repeatShare = 1.0, rapidRepeatShare = 1.0
    /// How many rows have widgets: a change of any other row takes ``hiddenChangeNanoseconds``, and paints nothing.
    public var widgetRows = Int.max
    /// A change of a row without a widget.
    public var hiddenChangeNanoseconds: UInt64 = 0
    /// How long it takes to wake a thread that has been idle for less than 0.2 ms; nil if as long as any other.
    public var warmHopNanoseconds: UInt64?
    /// A pass of the main queue, besides its blocks.
    public var passNanoseconds: UInt64 = 0
    /// The main loop's work before each frame.
    public var loopNanoseconds: UInt64 = 0

    /// Makes a screen on which only frames have a cost.
    public init(frame: Duration) {
      frameNanoseconds = frame.wholeNanoseconds
      hiddenFrameNanoseconds = frameNanoseconds
    }
  }
}
