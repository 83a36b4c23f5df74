import Coalesce
import CoalesceStrategies
import CoalesceTesting

/// A trial's views, strategies, model and log, in real or virtual time.
///
/// Thread safety: producers submit their own updates and publish their counts; all else is for the main thread only.
final class TrialStage: @unchecked Sendable {
  // `@unchecked` is safe: producers write only atomics and their own slots of `actual` and `intended`, read at the end.
  let plan: TrialPlan
  let updatesByProducer: [[Int32]]
  // Unchecked exclusivity: `views` and `strategies` are written in `init` only, before producers start; the others are
  // accessed on the main thread only, never across a call to other code.
  @exclusivity(unchecked) var log: TrialLog
  @exclusivity(unchecked) private(set) var views: [StagedView] = []
  let isReal: Bool
  @exclusivity(unchecked) private(set) var strategies: [AttachedStrategy] = []
  let isKnownToLose: Bool
  /// The number of sections in a view: more than one if the strategy reloads sections separately.
  let sectionCount: Int
  private let roomForRows: Int

  /// Intended submission times; empty if updates keep their planned times.
  let intended: UnsafeMutableBufferPointer<UInt64>
  /// Actual submission times; empty if equal to the intended times, as for threads in virtual time.
  let actual: UnsafeMutableBufferPointer<UInt64>
  /// How many of each producer's updates are in the model.
  let model: [PublishedCount]

  @exclusivity(unchecked) private var turnStart: UInt64?
  /// Called when the main thread begins a stall or the work after the first delivery.
  var otherWorkBegins: () -> Void = {}
  private(set) var burstsLeft = 0
  private let deliveryProducers: [Int]

  let scheduler: any SourceScheduler
  private let spend: (UInt64) -> Void
  private var startNanoseconds: UInt64 = 0
  @exclusivity(unchecked) private var frame = TrialLog.Frame(start: 0, laidOut: 0, end: 0)
  @exclusivity(unchecked) private var wokeAt: UInt64?
  @exclusivity(unchecked) private var shownDeliveries = 0
  @exclusivity(unchecked) private var shownCommits = 0

  init(
    plan: TrialPlan, strategy: Selection<StrategyEntry>, scheduler: any SourceScheduler,
    spend: @escaping (UInt64) -> Void,
    makeViews: (ViewRequest, any MainLoopObserver) throws -> [any ListView]
  ) rethrows {
    self.plan = plan
    self.scheduler = scheduler
    self.spend = spend
    isReal = !(scheduler is VirtualScheduler)
    isKnownToLose = plan.announcesChanges && strategy.entry.breaks[.freshAfterWillSet] != nil
    sectionCount = strategy.delivery == .sections ? StrategyEntry.sectionCount : 1
    deliveryProducers = plan.producers.indices.filter { plan.producers[$0] == .delivery }
    updatesByProducer = plan.updatesByProducer()
    log = TrialLog(
      updates: plan.updates, viewCount: plan.viewCount, updatesByProducer: updatesByProducer,
      isThreaded: plan.producers.map { $0 == .thread }, isPaced: plan.pacing == .scheduled,
      costs: plan.costs, deliveryKind: strategy.delivery, sectionCount: sectionCount,
      heartbeats: plan.surroundings.heartbeatNanoseconds.map { _ in (due: 0, heard: 0) })
    model = plan.producers.map { _ in PublishedCount() }
    let isPlanned = plan.pacing == .scheduled && deliveryProducers.isEmpty
    intended = .allocate(capacity: isPlanned ? 0 : plan.updates.count)
    if !isPlanned { _ = intended.initialize(from: plan.updates.intendedNanoseconds) }
    let isPunctual = isPlanned && !isReal && plan.producers.allSatisfy { $0 == .thread }
    actual = .allocate(capacity: isPunctual ? 0 : plan.updates.count)
    actual.initialize(repeating: TrialLog.never)
    let request = ViewRequest(
      views: plan.viewCount, sections: sectionCount,
      isOrdered: plan.ordersRows || strategy.delivery == .list,
      rowCapacity: plan.tracksRows ? plan.updates.rowCount : 0)
    roomForRows = request.roomForRows
    // Reserve room for a delivery, a turn and a commit per update, plus 1 024 of each: the log must not allocate later.
    let room = plan.updates.count + 1_024
    log.deliveries.reserveCapacity(room)
    log.turns.reserveCapacity(room)
    log.commits.reserveCapacity(room)
    log.shown.reserveCapacity(room * plan.producers.count)
    let attach = strategy.entry.attachViews(strategy.values, scheduler)
    for (number, view) in try makeViews(request, self).enumerated() {
      let staged = StagedView(number: number, view: view, stage: self)
      views.append(staged)
      strategies.append(attach(staged))
    }
    if views.contains(where: { !$0.view.readsAtLayout }) { log.frames = [] }
    log.readsAtDelivery = plan.announcesChanges || log.frames != nil
  }

  deinit {
    intended.deallocate()
    actual.deallocate()
  }

  func start(atNanoseconds time: UInt64) {
    startNanoseconds = time
    turnStart = nil
    wokeAt = nil
    if log.frames != nil { log.frames = [] }
  }

  /// Nanoseconds since the trial's start; 0 before it.
  func now() -> UInt64 {
    let time = scheduler.nowNanoseconds
    return time > startNanoseconds ? time - startNanoseconds : 0
  }

  func publish(by producer: Int) { model[producer].value.wrappingAdd(1, ordering: .releasing) }

  /// The number of updates pending in the strategies, plus deliveries that the views hold while the user scrolls.
  var pendingCount: Int {
    strategies.reduce(0) { $0 + $1.pendingCount() } + views.reduce(0) { $0 + $1.heldCount }
  }

  var allSections: UInt { 1 << UInt(sectionCount) - 1 }

  /// Begins a turn unless a turn has already begun. Returns the current time.
  @discardableResult
  func beginWork() -> UInt64 {
    let time = now()
    if turnStart == nil { turnStart = wokeAt ?? time }
    return time
  }

  func endTurn() {
    defer { wokeAt = nil }
    // While a delivery waits for its frame, all main-thread work is a turn, for example when GTK measures a list.
    let workForScreen = log.frames != nil && !isShown ? wokeAt : nil
    guard let start = turnStart ?? workForScreen else { return }
    for staged in views { staged.commit() }
    let end = now()
    log.turns.append(TrialLog.Turn(start: start, end: end))
    turnStart = nil
    if log.frames == nil { show(at: end) }
  }

  var isShown: Bool { shownDeliveries == log.deliveries.count && shownCommits == log.commits.count }

  private func show(at time: UInt64) {
    while shownDeliveries < log.deliveries.count {
      log.deliveries[shownDeliveries].shown = time
      shownDeliveries += 1
    }
    while shownCommits < log.commits.count {
      log.commits[shownCommits].shownBy = Int32((log.frames?.count ?? log.turns.count) - 1)
      shownCommits += 1
    }
  }
}

extension TrialStage: MainLoopObserver {
  func mainWoke() { wokeAt = now() }

  func frameBegan() {
    frame.start = beginWork()
    frame.laidOut = frame.start
  }

  func frameWasLaidOut() { frame.laidOut = now() }

  func frameWasPainted() {
    frame.end = now()
    log.frames?.append(frame)
    show(at: frame.end)
  }
}

extension TrialStage {
  /// How many updates of each producer are shown when `changes` are added to the first `counts`.
  func counts(with changes: [RowChange], beyond counts: [Int]) -> [Int] {
    changes.reduce(into: counts) { counts, change in
      let producer = Int(plan.updates.producer[change.index])
      counts[producer] = max(counts[producer], position(of: change.index, producer: producer) + 1)
    }
  }

  /// Lets the reloaded view read the model, and logs the commit.
  func takeModel(_ staged: StagedView) {
    if plan.ordersRows {
      staged.dataSource.catchUp()
      staged.view.show(staged.dataSource.rows)
      staged.shown[0] = staged.dataSource.counts
      logCommit(staged, counts: staged.shown[0])
    } else {
      logCommit(staged)
      for producer in model.indices {
        let count = staged.readCounts?[producer] ?? model[producer].value.load(ordering: .acquiring)
        log.shown.append(Int32(count))
        take(upTo: count, of: producer, staged)
      }
    }
  }

  private func take(upTo count: Int, of producer: Int, _ staged: StagedView) {
    for section in 0..<sectionCount where staged.reloadedSections >> UInt(section) & 1 == 1 {
      let new = staged.shown[section][producer]..<count
      for position in plan.tracksRows ? new : 0..<0 {
        let index = Int(updatesByProducer[producer][position])
        guard Int(plan.updates.view[index]) == staged.number,
          sectionCount == 1 || Int(plan.updates.row[index]) % sectionCount == section
        else { continue }
        staged.view.show(plan.updates.change(index))
      }
      staged.shown[section][producer] = count
    }
  }

  /// Logs a commit, and applies the changes in `batch` that are in the model (not only announced) and not shown yet.
  func take(_ batch: RowBatch, _ staged: StagedView, apply: (RowChange) -> Void) {
    let offset = log.shown.count
    logCommit(staged, counts: staged.shown[0])
    for change in batch.changes {
      let producer = Int(plan.updates.producer[change.index])
      let position = position(of: change.index, producer: producer)
      guard position < model[producer].value.load(ordering: .acquiring) else { continue }
      log.shown[offset + producer] = max(log.shown[offset + producer], Int32(position + 1))
      if position >= staged.shown[0][producer] { apply(change) }
    }
    // A reload in this turn takes effect only at the layout commit, which then updates `shown`.
    guard staged.reloadedSections == 0 else { return }
    for producer in model.indices { staged.shown[0][producer] = Int(log.shown[offset + producer]) }
  }

  /// The update's position among the updates of its producer. O(log n) if there are several producers.
  private func position(of index: Int, producer: Int) -> Int {
    guard model.count > 1 else { return index }
    var places = 0..<updatesByProducer[producer].count
    while !places.isEmpty {
      let middle = (places.lowerBound + places.upperBound) / 2
      let isBefore = updatesByProducer[producer][middle] < index
      places = isBefore ? middle + 1..<places.upperBound : places.lowerBound..<middle
    }
    return places.lowerBound
  }

  /// Logs a commit of the reloaded sections, or of all sections if none was reloaded. `counts` are the shown updates,
  /// by producer; if empty, the caller appends them to the log itself.
  func logCommit(_ staged: StagedView, counts: [Int] = []) {
    let sections = staged.reloadedSections
    log.commits.append(
      TrialLog.Commit(
        view: UInt16(staged.number),
        sections: sections == 0 ? .max : UInt8(truncatingIfNeeded: sections)))
    for count in counts { log.shown.append(Int32(count)) }
  }
}

extension TrialStage {
  /// Completes the log. Call after the producers and the main thread are done.
  func endLog(atNanoseconds end: UInt64, wakeUps: Int) {
    (log.end, log.wakeUps) = (end, wakeUps)
    log.length = log.isPaced ? plan.lengthNanoseconds : end
    log.intended = intended.isEmpty ? plan.updates.intendedNanoseconds : Array(intended)
    log.actual = actual.isEmpty ? log.intended : Array(actual)
    let submitted = actual.isEmpty ? modelCounts.reduce(0, +) : plan.updates.count
    for index in submitted..<plan.updates.count { log.actual[index] = TrialLog.never }
    log.blocked = (log.stalls + plan.surroundings.scrolling).merged
    log.heartbeats?.due = plan.surroundings.heartbeatNanoseconds.map { Int(end / $0) } ?? 0
  }

  /// Whether all views show the final model; true if rows are untracked. Call after ``endLog(atNanoseconds:wakeUps:)``.
  func viewsEqualModel() -> Bool {
    guard plan.tracksRows else { return true }
    return views.allSatisfy { staged in
      var model = ListRows(isOrdered: plan.ordersRows, capacity: roomForRows)
      for index in 0..<plan.updates.count
      where Int(plan.updates.view[index]) == staged.number
        && log.actual[index] != TrialLog.never
      {
        model.take(plan.updates.change(index))
      }
      let rows = staged.view.rows
      return model.hasValues(of: rows) && (!plan.ordersRows || model.order == rows.order)
        && staged.view.rowsOnScreen?.contains { model.value(of: $0.id) != $0.value } != true
    }
  }
}

extension TrialStage {
  /// Runs `work` on the main thread, `nanoseconds` after the trial's start in real or virtual time.
  typealias OnMain = (_ nanoseconds: UInt64, _ work: @escaping () -> Void) -> Void

  /// Schedules the plan's main-thread work, in the same way in real and virtual time.
  func play(_ onMain: @escaping OnMain) {
    for (producer, indices) in updatesByProducer.enumerated()
    where plan.producers[producer] == .main {
      for burst in plan.updates.bursts(indices) {
        burstsLeft += 1
        let time = plan.updates.intendedNanoseconds[Int(burst[burst.startIndex])]
        onMain(time) { [self] in submit(burst, producer: producer) }
      }
    }
    for stall in plan.surroundings.stalls {
      onMain(stall.lowerBound) { [self] in
        self.stall(nanoseconds: stall.upperBound - stall.lowerBound)
      }
    }
    for interval in plan.surroundings.scrolling {
      onMain(interval.upperBound) { [self] in views.forEach { $0.catchUp() } }
    }
    if let period = plan.surroundings.heartbeatNanoseconds { beat(every: period, onMain) }
  }

  /// Schedules the next beat of a timer. Missed beats are merged into one.
  private func beat(every period: UInt64, _ onMain: @escaping OnMain) {
    onMain((now() / period + 1) * period) { [self] in
      log.heartbeats?.heard += 1
      if now() < plan.duration.wholeNanoseconds || pendingCount > 0 {
        beat(every: period, onMain)
      }
    }
  }

  private func submit(_ burst: ArraySlice<Int32>, producer: Int) {
    beginWork()
    for index in burst {
      if plan.announcesChanges { submit(Int(index)) }
      actual[Int(index)] = now()
      publish(by: producer)
      if !plan.announcesChanges { submit(Int(index)) }
    }
    burstsLeft -= 1
  }

  /// Submits update `index` to its view's strategy. May be called on any thread.
  func submit(_ index: Int) {
    let view = Int(plan.updates.view[index])
    let change = plan.updates.change(index)
    guard plan.updates.isUrgent(index) else { return strategies[view].submit(change) }
    let strategy = strategies[view]
    if let submitUrgent = strategy.submitUrgent { return submitUrgent(change) }
    strategy.submit(change)
    scheduler.onMain { [flush = strategy.flush] in flush() }
  }

  var modelCounts: [Int] { model.map { $0.value.load(ordering: .acquiring) } }

  /// During the first delivery, posts the plan's other work, ahead of anything the strategy posts after the handler.
  /// During each delivery, submits updates of the plan's handlers.
  func deliveryEnded(view: Int) {
    let work = plan.surroundings.workBehindFirstDelivery
    if work > 0, log.deliveries.count == 1 {
      scheduler.onMain { [weak self] in self?.stall(nanoseconds: work) }
    }
    guard !deliveryProducers.isEmpty, now() < plan.duration.wholeNanoseconds else { return }
    for producer in deliveryProducers {
      let position = model[producer].value.load(ordering: .relaxed)
      guard position < updatesByProducer[producer].count else { continue }
      let index = Int(updatesByProducer[producer][position])
      guard Int(plan.updates.view[index]) == view else { continue }
      intended[index] = now()
      actual[index] = intended[index]
      publish(by: producer)
      strategies[view].submit(plan.updates.change(index))
    }
  }

  private func stall(nanoseconds: UInt64) {
    otherWorkBegins()
    let start = beginWork()
    spend(nanoseconds)
    log.stalls.append(start..<max(start, now()))
  }
}
