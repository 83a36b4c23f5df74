import Strategies
import Synchronization

/// What a trial of either engine happens on: the views with their strategies, the model, the log.
///
/// Thread safety: producers call `submitted` for updates of their own and `publish` for themselves;
/// everything else is main's.
final class TrialStage: @unchecked Sendable {
  // Proof of `@unchecked`: producers write disjoint slots of `actual` and `intended` and one atomic
  // of their own, all read by main after the producers have ended; the rest is touched on main only.
  let plan: TrialPlan
  let updatesByProducer: [[Int]]
  private(set) var views: [StagedView] = []
  let isReal: Bool
  private(set) var strategies: [AttachedStrategy] = []

  let intended: UnsafeMutableBufferPointer<UInt64>
  let actual: UnsafeMutableBufferPointer<UInt64>
  private let model: [PublishedCount]

  // Unchecked exclusivity: main's alone, and no access lasts over a call out.
  @exclusivity(unchecked) var deliveries: [TrialLog.Delivery] = []
  @exclusivity(unchecked) var turns: [TrialLog.Turn] = []
  @exclusivity(unchecked) fileprivate var commits: [TrialLog.Commit] = []
  @exclusivity(unchecked) fileprivate var shown: [Int] = []
  @exclusivity(unchecked) private var turnStart: UInt64?

  private let scheduler: any UpdateScheduler
  private var startNanoseconds: UInt64 = 0

  /// - Parameters:
  ///   - plan: what to replay.
  ///   - strategy: what to attach to each view.
  ///   - scheduler: time and queues, real or virtual.
  ///   - spend: keeps main busy for so many nanoseconds.
  init(
    plan: TrialPlan, strategy: Selection<StrategyEntry>, scheduler: any UpdateScheduler,
    spend: @escaping (UInt64) -> Void
  ) {
    self.plan = plan
    self.scheduler = scheduler
    isReal = !(scheduler is VirtualScheduler)
    updatesByProducer = plan.updatesByProducer()
    model = plan.producers.map { _ in PublishedCount() }
    intended = .allocate(capacity: plan.updates.count)
    _ = intended.initialize(from: plan.updates.intendedNanoseconds)
    actual = .allocate(capacity: plan.updates.count)
    actual.initialize(repeating: TrialLog.never)
    reserve()
    let rowCapacity = plan.tracksRows ? Set(plan.updates.row).count : 0
    for number in 0..<plan.viewCount {
      let view = HeadlessListView(costs: plan.costs, rowCapacity: rowCapacity, spend: spend)
      let staged = StagedView(
        number: number, view: view, stage: self, producerCount: plan.producers.count)
      views.append(staged)
      strategies.append(strategy.entry.attach(strategy.values, scheduler, staged.port))
    }
  }

  deinit {
    intended.deallocate()
    actual.deallocate()
  }

  /// Room for a delivery, a turn and a commit for each update and some more, so that the log does
  /// not allocate while it measures.
  private func reserve() {
    let room = plan.updates.count + 1_024
    deliveries.reserveCapacity(room)
    turns.reserveCapacity(room)
    commits.reserveCapacity(room)
    shown.reserveCapacity(room * plan.producers.count)
  }

  /// Sets the trial's start, which all times are counted from.
  func start(atNanoseconds time: UInt64) { startNanoseconds = time }

  /// Nanoseconds since the trial's start; 0 before it.
  func now() -> UInt64 {
    let time = scheduler.nowNanoseconds
    return time > startNanoseconds ? time - startNanoseconds : 0
  }

  /// Says that `producer` has brought its first `count` updates into the model.
  func publish(_ count: Int, producer: Int) {
    model[producer].value.store(count, ordering: .releasing)
  }

  func modelCount(of producer: Int) -> PublishedCount { model[producer] }

  var pendingCount: Int { strategies.reduce(0) { $0 + $1.pendingCount() } }

  /// Marks that main works from now, unless it already does. Answers the time.
  @discardableResult
  func beginWork() -> UInt64 {
    let time = now()
    if turnStart == nil { turnStart = time }
    return time
  }

  /// The layout commit of every view that needs it, then the end of the turn.
  func endTurn() {
    guard let start = turnStart else { return }
    for staged in views where staged.view.needsLayout {
      if staged.isReloaded { takeModel(staged) }
      staged.view.layOut()
    }
    turns.append(TrialLog.Turn(start: start, end: now()))
    turnStart = nil
  }

  private func takeModel(_ staged: StagedView) {
    staged.isReloaded = false
    let offset = shown.count
    for producer in model.indices {
      let count = model[producer].value.load(ordering: .acquiring)
      shown.append(count)
      guard plan.tracksRows else { continue }
      for position in staged.taken[producer]..<count {
        let index = updatesByProducer[producer][position]
        guard Int(plan.updates.view[index]) == staged.number else { continue }
        staged.view.show(plan.updates.change(index))
      }
      staged.taken[producer] = count
    }
    commits.append(
      TrialLog.Commit(view: staged.number, turn: turns.count, shown: offset))
  }
}

extension TrialStage {
  /// What happened, once producers and main are done.
  func log(endNanoseconds end: UInt64) -> TrialLog {
    TrialLog(
      updates: plan.updates, viewCount: plan.viewCount, updatesByProducer: updatesByProducer,
      isThreaded: plan.producers.map { $0 == .thread },
      intended: Array(intended), actual: Array(actual), deliveries: deliveries, commits: commits,
      shown: shown, turns: turns, invalidUpdates: 0, end: end)
  }

  /// Whether each view shows what the model has: every row with its last change.
  func viewsEqualModel() -> Bool {
    guard plan.tracksRows else { return true }
    return views.allSatisfy { staged in
      let model = HeadlessListView(costs: .free, rowCapacity: staged.view.rows.count) { _ in }
      for index in 0..<plan.updates.count
      where Int(plan.updates.view[index]) == staged.number && actual[index] != TrialLog.never {
        model.show(plan.updates.change(index))
      }
      return model.rows == staged.view.rows
    }
  }
}
