import Coalesce
import CoalesceTesting
import CoalesceStrategies

/// A screen in virtual time with its own frames: a model of GTK's frame clock.
/// A frame begins at least a period after the previous frame began and, unless `framesFirst` is set, only when the main
/// queue is empty. Source: GDK's frame clock has priority 120 (GDK_PRIORITY_REDRAW); GLib serves the queue (0) first.
final class VirtualScreen {
  private let screen: CostModel.Screen
  fileprivate let costs: CostModel
  fileprivate let scheduler: VirtualScheduler
  private unowned let observer: any MainLoopObserver
  /// What changed since the last frame: the row count of each reloaded view, and the changed rows of each other view.
  private var reloaded: [Int: Int] = [:]
  private var changed: [Int: Set<Int>] = [:]
  private var isFrameRequested = false
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
    (0..<request.views).map { VirtualScreenView($0, request, on: self) }
  }

  fileprivate func noteReload(of view: Int, rows: Int) {
    reloaded[view] = rows
    changed[view] = nil
  }

  fileprivate func noteChange(of row: Int, in view: Int) {
    if reloaded[view] == nil { changed[view, default: []].insert(row) }
  }

  func askForFrame() {
    guard !isFrameRequested else { return }
    isFrameRequested = true
    scheduler.at(nanoseconds: earliest) { [self] in
      scheduler.postTurn(isFirst: screen.framesFirst) { [self] in paint() }
    }
  }

  private func paint() {
    isFrameRequested = false
    earliest = scheduler.elapsedNanoseconds + screen.periodNanoseconds
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

/// A view that reads rows inside each delivery and leaves layout to its screen. Changes of hidden rows cost as much as
/// of visible rows, because GTK keeps widgets for two hundred rows around the visible rows.
private final class VirtualScreenView: HeadlessListView {
  private let number: Int
  private let screen: VirtualScreen

  init(_ number: Int, _ request: ViewRequest, on screen: VirtualScreen) {
    self.number = number
    self.screen = screen
    let scheduler = screen.scheduler
    super.init(request, costs: screen.costs, readsAtLayout: false) {
      scheduler.spend(nanoseconds: $0)
    }
  }

  override func reload(sections: UpdateFlags) {
    screen.noteReload(of: number, rows: rows.count)
    super.reload(sections: sections)
  }

  override func apply(_ change: RowChange) {
    screen.noteChange(of: change.row, in: number)
    super.apply(change)
  }

  override func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError) {
    try super.apply(changes, data: data)
    for change in 0..<changes.count { screen.noteChange(of: change, in: number) }
  }

  override func layOut(isOnScreen: Bool) {}

  override func deliveryEnded() { screen.askForFrame() }
}
