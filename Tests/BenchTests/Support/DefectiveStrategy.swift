import Coalesce

@testable import BenchHarness

/// A correct strategy that applies one row change in each pass of main, in order; or one that breaks
/// exactly one promise.
final class DefectiveStrategy: UpdateStrategy {
  private let defect: Promise?
  private let scheduler: any UpdateScheduler
  private let handler: HandlerBox<@Sendable (RowChange) -> Void>
  private let state = Locked(State())
  private let timer: any UpdateTimer

  private struct State {
    var waiting: [RowChange] = []
    var isPosted = false
    var isBusy = false
    var isCancelled = false
    var isPaused = false
    /// Whether there is a target.
    var isThere: @Sendable () -> Bool = { true }
    var isOpen: Bool { !isPaused && isThere() }
    /// How many deliveries there were.
    var number = 0
    /// By how much a hop is put off, by who believes that other work is its own.
    var delay: UInt64 = 0
    var hasSubmitted = false
    /// What a cancel of what was pending or a reset leaves behind, where it must not.
    var isStuck = false
    /// What `boundedMemory` keeps.
    var kept: [RowChange] = []
  }

  init(
    _ defect: Promise?, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (RowChange) -> Void
  ) {
    self.defect = defect
    self.scheduler = scheduler
    handler = HandlerBox(deliver)
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.tick() }
    if defect == .noIdleWakeUps { tick() }
  }

  deinit { handler.release(on: scheduler) }

  func submit(_ update: RowChange) {
    let isMain = scheduler.isMain
    let mustPost = state.withLock { state in
      guard !state.isCancelled else { return false }
      if defect == .reentrancy && isMain && state.isBusy { return false }
      if defect == .boundedMemory { state.kept.append(update) }
      state.hasSubmitted = true
      if state.isStuck && defect == .dropsOnlyPending { return false }
      state.waiting.append(update)
      return !state.isPosted
    }
    guard mustPost else { return }
    if (defect == .neverConcurrent && !isMain) || (defect == .freshAfterWillSet && isMain) {
      flush()
    } else {
      post()
    }
  }

  func flush() {
    deliverWaiting(state.withLock { $0.waiting.count })
  }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if defect != .nothingAfterCancel { state.waiting = [] }
    }
    // Who delivers after a cancel needs the handler for that.
    if defect == .nothingAfterCancel {
      scheduler.onMain { self.handler.release(on: self.scheduler) }
    } else if defect != .releasesHandler {
      handler.release(on: scheduler)
    }
  }

  var pendingCount: Int {
    state.withLock { state in
      defect == .terminates && state.hasSubmitted && !state.isCancelled
        ? max(1, state.waiting.count) : state.waiting.count
    }
  }

  private func post() {
    let delay = state.withLock { state in
      state.isPosted = true
      return defect == .boundedLatency ? 20_000_000 : state.delay
    }
    if delay > 0 {
      timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + delay)
    } else if defect == .safeToDrop {
      scheduler.onMain { self.pass() }
    } else {
      scheduler.onMain { [weak self] in self?.pass() }
    }
  }

  private func tick() {
    if defect == .noIdleWakeUps {
      timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + 1_000_000_000)
    } else {
      pass()
    }
  }

  private func pass() {
    let isEmpty = state.withLock { state in
      state.isPosted = false
      return state.waiting.isEmpty && state.isOpen && !state.isCancelled
    }
    if isEmpty, defect == .noEmptyDeliveries, enter() {
      handler.content?(RowChange(index: 0, row: 0, kind: .change))
      state.withLock { $0.isBusy = false }
    }
    deliverWaiting(1)
    postIfNeeded()
  }

  private func postIfNeeded() {
    let mustPost = state.withLock { state in
      !state.waiting.isEmpty && !state.isPosted && state.isOpen && !state.isStuck
    }
    if mustPost { post() }
  }

  private func deliverWaiting(_ count: Int) {
    guard enter() else { return }
    var left = count
    while left > 0 || defect == .noStarvation, let change = next() {
      left -= 1
      let start = scheduler.nowNanoseconds
      handler.content?(change)
      if defect == .survivesSlowStart { learn(first: scheduler.nowNanoseconds - start) }
    }
    state.withLock { $0.isBusy = false }
    if defect == .survivesBusyMain { learn() }
    postIfNeeded()
  }

  /// What passes until main's next block counts ten times.
  private func learn() {
    let end = scheduler.nowNanoseconds
    let number = state.withLock { $0.number }
    scheduler.onMain { [weak self] in
      guard let self else { return }
      let passed = scheduler.nowNanoseconds - end
      state.withLock { if $0.number == number { $0.delay = 10 * passed } }
    }
  }

  /// What the first delivery took counts ten times, if it was slow.
  private func learn(first taken: UInt64) {
    state.withLock { if $0.number == 1, taken > 60_000_000 { $0.delay = 10 * taken } }
  }

  private func enter() -> Bool {
    state.withLock { state in
      guard state.isOpen, !state.isBusy || defect == .neverNested else { return false }
      state.isBusy = true
      return true
    }
  }

  /// The next change to deliver, in the defective way.
  private func next() -> RowChange? {
    state.withLock { state in
      guard state.isOpen, !state.isStuck, let first = state.waiting.first else { return nil }
      state.number += 1
      if defect == .nothingLost, state.waiting.count > 1, state.waiting[1].row == first.row,
        state.waiting[1].kind == .change
      {
        state.waiting.removeFirst()
      }
      if defect == .order, state.waiting.count > 1, state.waiting[1].row / 2 == first.row / 2,
        state.waiting[1].row != first.row
      {
        state.waiting.swapAt(0, 1)
      }
      let change = state.waiting.removeFirst()
      guard defect == .finalState, change.kind == .delete else { return change }
      return RowChange(index: change.index, row: change.row, kind: .change)
    }
  }
}

extension DefectiveStrategy {
  /// What it can do besides; `show` shows a change.
  func powers(
    _ show: @escaping @Sendable (any ViewPort, RowChange) -> Void
  ) -> AttachedStrategy.Powers {
    AttachedStrategy.Powers(
      submitWithin: { [self] change, _ in
        if defect == .boundedSubmission { state.withLock { $0.delay = 100_000_000 } }
        submit(change)
        if defect == .boundedSubmission { state.withLock { $0.delay = 0 } }
      },
      pause: { [self] in
        state.withLock { state in
          state.isPaused = true
          if defect == .pauseLosesNothing { state.waiting = [] }
        }
      },
      resume: { [self] in
        state.withLock { $0.isPaused = false }
        postIfNeeded()
      },
      cancelPending: { [self] in
        state.withLock { state in
          state.waiting = []
          if defect == .dropsOnlyPending { state.isStuck = true }
        }
      },
      reset: { [self] in
        if defect == .settingsLoseNothing {
          state.withLock { state in state.isStuck = !state.waiting.isEmpty }
        }
      }, changeSettings: {},
      setTarget: { [self] port in
        handler.replace { [weak port] change in
          if let port { show(port, change) }
        }
        // Who forgets what comes without a target goes on without one.
        if defect != .keepsForNextTarget {
          state.withLock { $0.isThere = { [weak port] in port != nil } }
        }
        postIfNeeded()
      }, setTask: { _, _ in }, consume: { _ in })
  }
}

extension StrategyEntry {
  /// A strategy that breaks `defect` alone, or none.
  static func defective(_ defect: Promise?) -> StrategyEntry {
    StrategyEntry(
      name: "defective", origin: "tests", summary: "breaks one promise", delivery: .rowChange,
      latencyBound: { _, delivery in delivery * 4_000 + .milliseconds(1) },
      // Who is late anyway promises no bounds, and no views of its are a group.
      isCoalescer: defect != .boundedLatency, isGroup: defect == .boundsInGroups
    ) { _, scheduler in
      { port in
        let show: @Sendable (any ViewPort, RowChange) -> Void = { port, change in
          // Only a reload can show what was before a change, or nothing new.
          if defect == .freshAfterWillSet || defect == .noEmptyDeliveries {
            port.reload()
          } else {
            port.apply(change)
          }
        }
        let strategy = DefectiveStrategy(defect, scheduler: scheduler) { show(port, $0) }
        return AttachedStrategy(strategy, powers: strategy.powers(show)) { strategy.submit($0) }
      }
    }
  }
}
