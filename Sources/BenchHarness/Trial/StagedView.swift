import CBenchPlatform
import Coalesce
import CoalesceStrategies

/// One view of a trial: performs its strategy's deliveries and logs them.
///
/// Thread safety: main thread only, except `snapshot` and `isOnScreen`.
final class StagedView: @unchecked Sendable {
  // `@unchecked` is safe: `snapshot` reads a replica behind a lock, and `isOnScreen` only constants and the clock.
  let number: Int
  let view: any ListView
  unowned let stage: TrialStage
  // Unchecked exclusivity: these properties are accessed on the main thread only, never across a call to other code.
  /// The sections reloaded since the view last read the model, one bit each.
  @exclusivity(unchecked) var reloadedSections: UInt = 0
  /// How many of each producer's updates each section shows; indexed by section, then by producer.
  @exclusivity(unchecked) var shown: [[Int]]
  /// How many of each producer's updates this turn's list update contains; nil if no list update awaits the commit.
  @exclusivity(unchecked) private var shownCounts: [Int]?
  /// How many of each producer's updates this turn's reload shows; nil for all that the view then finds in the model.
  @exclusivity(unchecked) private(set) var readCounts: [Int]?
  /// The rows of a list update that reloads the view, held until the layout commit shows them.
  @exclusivity(unchecked) private var reloadedRows: [ListRow]?
  /// Deliveries held while the user scrolls: sections to reload, and list updates. Row changes become a full reload.
  @exclusivity(unchecked) private var heldSections: UInt = 0
  private var heldUpdates: [(ListUpdate<ListRow>, completed: @Sendable () -> Void)] = []
  lazy var dataSource = ModelReplica(view: number, isOrdered: true, stage: stage)

  /// The limit of UICollectionView, where a 32nd concurrent animation is an error.
  private static let mostAnimations = 31
  private var animationEnds: [UInt64] = []
  private let snapshots: Locked<ModelReplica>
  private var completed: @Sendable () -> Void = {}
  private lazy var animationEnd: any UpdateTimer = {
    let timer = stage.scheduler.makeTimer()
    timer.setHandler { [weak self] in
      guard let self else { return }
      // `completed` retains the strategy, which retains this view, so drop `completed`.
      let completed = completed
      self.completed = {}
      completed()
    }
    return timer
  }()

  init(number: Int, view: any ListView, stage: TrialStage) {
    self.number = number
    self.view = view
    self.stage = stage
    shown = Array(repeating: stage.plan.producers.map { _ in 0 }, count: stage.sectionCount)
    animationEnds.reserveCapacity(Self.mostAnimations)
    snapshots = Locked(ModelReplica(view: number, isOrdered: true, stage: stage))
  }

  /// Runs and logs a delivery. `work` returns the index of the single update that it applied, if any.
  func deliver(_ work: () -> Int?) {
    let stage = stage  // Loaded once: each load of an unowned reference retains it.
    let start = stage.beginWork()
    let applied = work()
    stage.log.deliveries.append(
      TrialLog.Delivery(
        start: start, end: stage.now(), applied: Int32(applied ?? -1), view: UInt16(number),
        core: stage.isReal ? Int16(truncatingIfNeeded: cplatform_current_core()) : -1))
    view.deliveryEnded()
    stage.deliveryEnded(view: number)
  }

  func commit() {
    if reloadedSections != 0 { stage.takeModel(self) }
    if let counts = shownCounts { stage.logCommit(self, counts: counts) }
    if let rows = reloadedRows { view.show(ListRows(rows)) }
    reloadedSections = 0
    shownCounts = nil
    readCounts = nil
    reloadedRows = nil
    if view.needsLayout { view.layOut(isOnScreen: isOnScreen) }
  }
}

extension StagedView: ViewPort {
  func reload() { reload(sections: UpdateFlags(rawValue: .max)) }

  func append(_ changes: [RowChange]) {
    guard catchUpUnlessScrolling() else { return heldSections = .max }
    deliver {
      readCounts = stage.counts(with: changes, beyond: readCounts ?? shown[0])
      redraw(stage.allSections)
      if !view.readsAtLayout { readCounts = nil }
      return nil
    }
  }

  func reload(sections: UpdateFlags) {
    let stage = stage
    guard catchUpUnlessScrolling() else { return heldSections |= sections.rawValue }
    let all = stage.allSections
    let flags = stage.plan.ordersRows ? all : sections.rawValue & all
    deliver {
      redraw(flags)
      if view.readsAtLayout, stage.plan.announcesChanges { readCounts = stage.modelCounts }
      return nil
    }
  }

  func apply(_ change: RowChange) {
    guard catchUpUnlessScrolling() else { return heldSections = .max }
    deliver {
      guard stage.plan.rowLookup == .identity else { return applyAtCapturedPosition(change) }
      animate()
      view.apply(change)
      return change.index
    }
  }

  func apply(_ batch: RowBatch) {
    guard !batch.isReload, catchUpUnlessScrolling() else { return reload() }
    let isByIdentity = stage.plan.rowLookup == .identity
    deliver {
      if isByIdentity { animate() }
      stage.take(batch, self) { change in
        if isByIdentity { view.apply(change) } else { _ = applyAtCapturedPosition(change) }
      }
      return nil
    }
  }

  func apply(_ update: ListUpdate<ListRow>, completed: @escaping @Sendable () -> Void) {
    guard catchUpUnlessScrolling() else { return heldUpdates.append((update, completed)) }
    var isAnimated = false
    deliver {
      switch update {
      case .reload(let rows):
        if view.readsAtLayout { reloadedRows = rows } else { view.show(ListRows(rows)) }
        view.reload(sections: UpdateFlags(rawValue: stage.allSections))
      case .batch(let changes, let rows):
        isAnimated = !changes.isEmpty && isOnScreen
        do {
          if !changes.isEmpty { try apply(changes, data: rows) }
        } catch {
          stage.log.invalidUpdates += 1
          return nil
        }
      }
      let counts = snapshots.withLock { $0.counts }
      if view.readsAtLayout { shownCounts = counts } else { stage.logCommit(self, counts: counts) }
      return nil
    }
    let animation = stage.plan.surroundings.animationNanoseconds
    guard isAnimated && animation > 0 else { return completed() }
    self.completed = completed
    animationEnd.schedule(deadlineNanoseconds: stage.scheduler.nowNanoseconds + animation)
  }

  func snapshot() -> [ListRow] {
    snapshots.withLock { replica in
      replica.catchUp()
      return replica.rows.inOrder
    }
  }

  var rowLimit: Int { stage.plan.costs.rowLimit }

  var isOnScreen: Bool {
    let offScreen = stage.plan.surroundings.offScreen
    guard !offScreen.isEmpty else { return true }
    let now = stage.now()
    return !offScreen.contains { $0.contains(now) }
  }

  var canAnimate: Bool {
    let now = stage.now()
    animationEnds.removeAll { $0 <= now }
    return animationEnds.count < Self.mostAnimations
  }
}

extension StagedView {
  /// Makes the held deliveries and returns true; while the user scrolls, does nothing and returns false.
  private func catchUpUnlessScrolling() -> Bool {
    let scrolling = stage.plan.surroundings.scrolling
    guard !scrolling.isEmpty else { return true }
    let now = stage.now()
    guard !scrolling.contains(where: { $0.contains(now) }) else { return false }
    catchUp()
    return true
  }

  var heldCount: Int { (heldSections == 0 ? 0 : 1) + heldUpdates.count }

  func catchUp() {
    let (sections, updates) = (heldSections, heldUpdates)
    (heldSections, heldUpdates) = (0, [])
    if sections != 0 { reload(sections: UpdateFlags(rawValue: sections)) }
    for (update, completed) in updates { apply(update, completed: completed) }
  }

  /// Reloads the sections whose bits are set. A view that does not read at the layout commit reads now.
  private func redraw(_ flags: UInt) {
    reloadedSections |= flags
    if !view.readsAtLayout {
      stage.takeModel(self)
      reloadedSections = 0
    }
    view.reload(sections: UpdateFlags(rawValue: flags))
  }

  private func applyAtCapturedPosition(_ change: RowChange) -> Int? {
    do {
      dataSource.catchUp()
      let data = dataSource.rows.inOrder
      let rows = view.rows.order ?? []
      let position = change.position ?? rows.count
      switch change.kind {
      case .change:
        guard rows.indices.contains(position) else {
          throw StrategyError.badPosition(position, count: rows.count)
        }
        view.apply(RowChange(index: change.index, row: rows[position], kind: .change))
      case .insert:
        try apply(ChangeSet(inserts: [position]), data: data)
      case .delete:
        try apply(ChangeSet(deletes: [position]), data: data)
      case .move:
        let from = rows.firstIndex(of: change.row) ?? -1
        try apply(ChangeSet(moves: [.init(from: from, to: position)]), data: data)
      }
      return change.index
    } catch {
      stage.log.invalidUpdates += 1
      return nil
    }
  }

  private func apply(_ changes: ChangeSet, data: [ListRow]) throws {
    try view.apply(changes, data: data)
    animate()
  }

  private func animate() {
    let animation = stage.plan.surroundings.animationNanoseconds
    guard animation > 0, isOnScreen else { return }
    guard canAnimate else { return stage.log.withoutAnimation += 1 }
    animationEnds.append(stage.now() + animation)
  }
}
