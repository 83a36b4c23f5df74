public import Coalesce
public import CoalesceStrategies

/// A list that shows rows by identity. The harness drives it on main, from one thread only.
///
/// A delivery is any of ``reload(sections:)`` and the two `apply`, then ``deliveryEnded()``. What
/// the model has is handed over by the two `show`: to a view that reads at its layout (as UIKit's
/// do) at the end of the turn, right before ``layOut(isOnScreen:)``; to any other before the
/// reload.
public protocol ListView: AnyObject {
  /// Whether a reload reads its rows at the layout commit at the end of the turn, and not inside
  /// the call.
  var readsAtLayout: Bool { get }

  /// Whether the turn must end with ``layOut(isOnScreen:)``.
  var needsLayout: Bool { get }

  /// What is shown of the rows that the trial has changed.
  var rows: ListRows { get }

  /// What the screen itself shows: visible rows that the trial has changed, read from the widgets.
  /// Nil where there is no screen to read.
  var rowsOnScreen: [ListRow]? { get }

  /// Throws contents away, those of the sections whose bits are set.
  func reload(sections: UpdateFlags)

  /// Applies one row change at once, its row found by identity.
  func apply(_ change: RowChange)

  /// Applies a batch update.
  /// - Parameters:
  ///   - changes: what happened to the rows that are shown, by position.
  ///   - data: the rows of the data source after it, which inserted and reloaded rows are read
  ///     from.
  /// - Throws: `StrategyError`; nothing was applied then.
  func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError)

  /// Takes in a change of the model since the last reload.
  func show(_ change: RowChange)

  /// Takes in all the rows of the model.
  func show(_ rows: ListRows)

  /// The layout commit: lays out the visible rows, of which there are none off screen.
  func layOut(isOnScreen: Bool)

  /// A delivery is over. A view with frames asks for one here: it says when the delivery is shown.
  func deliveryEnded()

  /// The view leaves its window, or comes back.
  func setOnScreen(_ isOnScreen: Bool)
}

/// For views that the harness lays out, and for those that it does not.
extension ListView {
  /// False.
  public var needsLayout: Bool { false }
  /// Nil.
  public var rowsOnScreen: [ListRow]? { nil }
  /// Nothing.
  public func layOut(isOnScreen: Bool) {}
  /// Nothing.
  public func deliveryEnded() {}
  /// Nothing.
  public func setOnScreen(_ isOnScreen: Bool) {}
}

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

extension CostModel {
  /// A screen with frames of its own, as GTK's or a browser's: what was delivered is laid out and
  /// painted in the next frame, which waits for the display and for main's queue.
  public struct Screen: Codable, Sendable, Equatable {
    /// One frame in which anything visible changed, in nanoseconds; visible rows that a reload lays
    /// out come on top.
    public var frameNanoseconds: UInt64
    /// One frame in which nothing visible changed.
    public var emptyFrameNanoseconds: UInt64
    /// One more visible row that was changed since the last frame.
    public var changedRowNanoseconds: UInt64
    /// The least time between the starts of two frames.
    public var periodNanoseconds: UInt64
    /// Whether a frame that is due goes before what waits on main's queue, and not behind all of
    /// it.
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
  /// One row of all that the view holds, visible or not, paid at each layout commit: what a text
  /// costs that is laid out anew as a whole. Where a trial keeps no rows it costs nothing.
  public var contentNanoseconds: UInt64
  /// How many nanoseconds of main one update that waits one nanosecond is worth; 0 or more.
  public var latencyPrice: Double
  /// The screen that virtual time shows the view on; nil where each turn ends with the layout
  /// commit, and nothing is painted.
  public var screen: Screen?

  /// Makes a cost model; the defaults are those of a list on a phone of the middle class.
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

  /// A reload of these of so many sections, in nanoseconds.
  func reloadNanoseconds(of sections: UpdateFlags, outOf count: Int) -> UInt64 {
    let share = Double(sections.rawValue.nonzeroBitCount) / Double(count)
    return UInt64((Double(reloadNanoseconds) * share).rounded())
  }

  /// The layout commit of a view that holds nothing, in nanoseconds.
  public var layoutNanoseconds: UInt64 { visibleRowNanoseconds * UInt64(visibleRows) }

  /// The layout commit of a view that holds so many rows, in nanoseconds.
  public func layoutNanoseconds(ofRows count: Int) -> UInt64 {
    layoutNanoseconds + contentNanoseconds * UInt64(count)
  }
}
