import BenchHarness
import Coalesce
import Foundation
import CoalesceStrategies

/// A toolkit without a screen: a timer on the main queue makes frames 10 ms apart, and its views cost nothing. Its
/// display can be missing or get lost.
final class PaperToolkit: Toolkit {
  private let isMissing: Bool
  private let isLost: Bool
  private var timer: (any DispatchSourceTimer)?
  private var isAskedFor = false

  init(_ values: ParameterValues) {
    isMissing = values.choice("display") == 1
    isLost = values.choice("display") == 2
  }

  func open(_ request: ViewRequest, telling observer: any MainLoopObserver) throws
    -> [any ListView]
  {
    if isMissing { throw ToolkitUnavailable("The paper is out.") }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now(), repeating: .milliseconds(10), leeway: .nanoseconds(0))
    timer.setEventHandler { [unowned self, unowned observer] in
      guard isAskedFor else { return }
      if isLost { exit(ToolkitUnavailable.exitCode) }
      isAskedFor = false
      observer.frameBegan()
      observer.frameWasLaidOut()
      observer.frameWasPainted()
    }
    timer.activate()
    self.timer = timer
    return (0..<request.views).map { _ in
      PaperView(ListRows(isOrdered: request.isOrdered)) { [unowned self] in isAskedFor = true }
    }
  }

  func turn() { MainLoop.pass() }
}

private final class PaperView: ListView {
  private(set) var rows: ListRows
  private let askForFrame: () -> Void

  init(_ rows: ListRows, askForFrame: @escaping () -> Void) {
    self.rows = rows
    self.askForFrame = askForFrame
  }

  var readsAtLayout: Bool { false }
  var rowsOnScreen: [ListRow]? { Array(rows.inOrder.prefix(4)) }
  func reload(sections: UpdateFlags) {}
  func apply(_ change: RowChange) { rows.take(change) }
  func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError) {
    rows = ListRows(try changes.applied(to: rows.inOrder, dataSource: data))
  }
  func show(_ change: RowChange) { rows.take(change) }
  func show(_ rows: ListRows) { self.rows = rows }
  func deliveryEnded() { askForFrame() }
}

extension ToolkitEntry {
  /// For tests of custom toolkits.
  static let paper = ToolkitEntry(
    name: "paper", summary: "paints frames without a screen",
    parameters: [
      .choice("display", ["there", "missing", "lost"], "whether there is a display")
    ]
  ) { PaperToolkit($0) }
}
