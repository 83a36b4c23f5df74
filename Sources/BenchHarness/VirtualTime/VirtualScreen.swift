import Coalesce
import CoalesceTesting
import CoalesceStrategies

/// A screen of virtual time with frames of its own: a model of GTK's frame clock.
///
/// A delivery asks for a frame. It comes at least a period after the last one began and, unless the screen says
/// otherwise, when the main queue is empty, because GLib serves the queue first. Source: GDK's frame clock is a timeout
/// of GDK_PRIORITY_REDRAW, 120; the queue's is 0.
final class VirtualScreen {
  private let screen: CostModel.Screen
  private let costs: CostModel
  private let scheduler: VirtualScheduler
  private unowned let observer: any MainLoopObserver
  /// Since the last frame: reloaded views with their numbers of rows, and changed rows of others.
  private var reloaded: [Int: Int] = [:]
  private var changed: [Int: Set<Int>] = [:]
  private var isAskedFor = false
  private var earliest: UInt64 = 0

  init(
    _ screen: CostModel.Screen, costs: CostModel, scheduler: VirtualScheduler,
    observer: any MainLoopObserver
  ) {
    self.screen = screen
    self.costs = costs
    self.scheduler = scheduler
    self.observer = observer
  }

  func makeViews(_ request: ViewRequest) -> [any ListView] {
    (0..<request.views).map { number in
      VirtualScreenView(number, request, costs: costs, on: self) { [scheduler] in
        scheduler.spend(nanoseconds: $0)
      }
    }
  }

  fileprivate func noteReload(of view: Int, rows: Int) {
    reloaded[view] = rows
    changed[view] = nil
  }

  fileprivate func noteChange(of row: Int, in view: Int) {
    if reloaded[view] == nil { changed[view, default: []].insert(row) }
  }

  func askForFrame() {
    guard !isAskedFor else { return }
    isAskedFor = true
    scheduler.at(nanoseconds: earliest) { [self] in
      scheduler.postTurn(isFirst: screen.framesFirst) { [self] in paint() }
    }
  }

  private func paint() {
    isAskedFor = false
    earliest = scheduler.nowNanoseconds + screen.periodNanoseconds
    observer.frameBegan()
    let rows = changed.values.reduce(0) { $0 + $1.count }
    let isChanged = rows + reloaded.count > 0
    let layout =
      reloaded.values.reduce(0) { $0 + costs.layoutNanoseconds(ofRows: $1) }
      + screen.changedRowNanoseconds * UInt64(max(0, rows - 1))
    reloaded.removeAll()
    changed.removeAll()
    if layout > 0 { scheduler.spend(nanoseconds: layout) }
    observer.frameWasLaidOut()
    let paint = isChanged ? screen.frameNanoseconds : screen.emptyFrameNanoseconds
    if paint > 0 { scheduler.spend(nanoseconds: paint) }
    observer.frameWasPainted()
  }
}

/// It reads its rows inside each call.
private final class VirtualScreenView: ListView {
  private let number: Int
  private let screen: VirtualScreen
  private let costs: CostModel
  private let request: ViewRequest
  private let spend: (UInt64) -> Void
  private(set) var rows: ListRows

  init(
    _ number: Int, _ request: ViewRequest, costs: CostModel, on screen: VirtualScreen,
    spend: @escaping (UInt64) -> Void
  ) {
    self.number = number
    self.request = request
    self.costs = costs
    self.screen = screen
    self.spend = spend
    rows = ListRows(isOrdered: request.isOrdered, capacity: request.roomForRows)
  }

  var readsAtLayout: Bool { false }

  func reload(sections: UpdateFlags) {
    screen.noteReload(of: number, rows: rows.count)
    pay(costs.reloadNanoseconds(of: sections, outOf: request.sections))
  }

  func apply(_ change: RowChange) {
    rows.take(change)
    note(change.row)
  }

  func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError) {
    rows = ListRows(try changes.applied(to: rows.inOrder, dataSource: data))
    for change in 0..<changes.count { note(change) }
  }

  /// Hidden rows cost the same: GTK keeps widgets for two hundred rows around the screen.
  private func note(_ row: Int) {
    screen.noteChange(of: row, in: number)
    pay(costs.rowChangeNanoseconds)
  }

  private func pay(_ nanoseconds: UInt64) { if nanoseconds > 0 { spend(nanoseconds) } }

  func show(_ change: RowChange) { rows.take(change) }
  func show(_ rows: ListRows) { self.rows = rows }
  func deliveryEnded() { screen.askForFrame() }
}
