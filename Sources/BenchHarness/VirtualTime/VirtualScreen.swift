import Coalesce
import CoalesceTesting
import CoalesceStrategies

/// A screen in virtual time with its own frames: a model of GTK's frame clock.
///
/// A frame begins when a grid of periods says so or, after a pause, at once; unless `framesFirst` is set, only when the
/// main queue is empty. Waits for frames are whole milliseconds. A delivery's changes are measured in a turn of their
/// own, ahead of the main queue, once per frame. Source: GDK's idle frame clock has priority 120 (GDK_PRIORITY_REDRAW)
/// and waits in a timeout of GLib; GLib serves the main queue (0) first, and an idle of priority −110 before that.
final class VirtualScreen {
  private let screen: CostModel.Screen
  fileprivate let costs: CostModel
  fileprivate let scheduler: VirtualScheduler
  private unowned let observer: any MainLoopObserver
  private var views = 1
  /// The changes since the last frame: the row count of each reloaded view, and the changed rows of each other view.
  private var reloaded: [Int: Int] = [:]
  private var changed: [Int: Set<Int>] = [:]
  /// The views whose reload, or changed rows, have not been measured yet.
  private var newReloads: Set<Int> = [], newRows: [Int: Int] = [:]
  private var isMeasured = false
  private var isFrameRequested = false
  /// Where the grid of frames begins, and the earliest start of the next one.
  private let phase: UInt64
  private var earliest: UInt64 = 0

  init(
    _ screen: CostModel.Screen, costs: CostModel, phase: UInt64, scheduler: VirtualScheduler,
    observer: any MainLoopObserver
  ) {
    self.screen = screen
    self.phase = phase % max(1, screen.periodNanoseconds)
    self.costs = costs
    self.scheduler = scheduler
    self.observer = observer
    scheduler.drawsInFrames = true
    scheduler.loopCosts.pass = screen.passNanoseconds
    scheduler.loopCosts.idle = screen.loopNanoseconds
    scheduler.loopCosts.warmHop = screen.warmHopNanoseconds
  }

  func makeViews(_ request: ViewRequest) -> [any ListView] {
    views = request.views
    return (0..<request.views).map { VirtualScreenView($0, request, on: self) }
  }

  fileprivate func noteReload(of view: Int, rows: Int) {
    reloaded[view] = rows
    changed[view] = nil
    newReloads.insert(view)
  }

  /// Notes a change and returns what it costs.
  fileprivate func noteChange(of row: Int, in view: Int) -> UInt64 {
    guard row < screen.widgetRows else { return screen.hiddenChangeNanoseconds }
    if reloaded[view] == nil { changed[view, default: []].insert(row) }
    newRows[view, default: 0] += 1
    return costs.rowChangeNanoseconds
  }

  /// The share of its usual cost that a reload takes `pause` after the previous one.
  fileprivate func reloadShare(after pause: UInt64) -> Double {
    if pause < 2_000_000 { return screen.rapidRepeatShare }
    return pause < screen.periodNanoseconds ? screen.repeatShare : 1
  }

  fileprivate func deliveryEnded() {
    askForFrame()
    guard measureNanoseconds > 0, !isMeasured else { return }
    isMeasured = true
    scheduler.postTurn(isFirst: true) { [self] in
      observer.mainWoke()
      measure()
    }
  }

  private var measureNanoseconds: UInt64 {
    newRows.reduce(screen.measureNanoseconds * UInt64(newReloads.count)) { sum, view in
      guard !newReloads.contains(view.key) else { return sum }
      return sum + screen.rowMeasureNanoseconds
        + screen.furtherRowMeasureNanoseconds * UInt64(view.value - 1)
    }
  }

  private func measure() {
    let cost = measureNanoseconds
    (newReloads, newRows) = ([], [:])
    spend(cost)
  }

  private func askForFrame() {
    guard !isFrameRequested else { return }
    isFrameRequested = true
    let now = scheduler.elapsedNanoseconds
    let wait = (max(earliest, now) - now + 500_000) / 1_000_000 * 1_000_000
    scheduler.at(nanoseconds: now + wait) { [self] in
      scheduler.postTurn(isFirst: screen.framesFirst) { [self] in paint() }
    }
  }

  private func paint() {
    isFrameRequested = false
    let now = scheduler.elapsedNanoseconds
    let period = max(1, screen.periodNanoseconds)
    earliest = phase + (now + period - phase + period / 2) / period * period
    observer.frameBegan()
    measure()
    let visibleRows = changed.values.map { $0.count { $0 < costs.visibleRows } }
    let visible = reloaded.count + visibleRows.count { $0 > 0 }
    let hidden = visibleRows.count { $0 == 0 }
    let layout =
      reloaded.values.reduce(0) { $0 + costs.layoutNanoseconds(ofRows: $1) }
      + visibleRows.reduce(0) { $0 + screen.changedRowNanoseconds * UInt64(max(0, $1 - 1)) }
    let empty = screen.emptyFrameNanoseconds
    var paint = empty
    if visible + hidden > 0 {
      paint += UInt64(visible) * (max(empty, screen.frameNanoseconds) - empty)
      paint += UInt64(hidden) * (max(empty, screen.hiddenFrameNanoseconds) - empty)
      paint += UInt64(views - visible - hidden) * screen.furtherViewNanoseconds
    }
    reloaded.removeAll()
    changed.removeAll()
    isMeasured = false
    spend(layout)
    observer.frameWasLaidOut()
    spend(paint)
    observer.frameWasPainted()
    scheduler.painted()
  }

  private func spend(_ nanoseconds: UInt64) {
    if nanoseconds > 0 { scheduler.spend(nanoseconds: nanoseconds) }
  }
}

/// A view that reads rows inside each delivery and leaves layout to its screen. Changes of hidden rows cost as much as
/// those of visible rows if the rows have widgets, as about two hundred rows do in GTK.
private final class VirtualScreenView: HeadlessListView {
  private let number: Int
  private let screen: VirtualScreen
  private var lastReload: UInt64?

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
    lastReload = screen.scheduler.nowNanoseconds
  }

  override var reloadShare: Double {
    lastReload.map { screen.reloadShare(after: screen.scheduler.nowNanoseconds - $0) } ?? 1
  }

  override func changeNanoseconds(ofRow row: Int) -> UInt64 {
    screen.noteChange(of: row, in: number)
  }

  override func layOut(isOnScreen: Bool) {}

  override func deliveryEnded() { screen.deliveryEnded() }
}
