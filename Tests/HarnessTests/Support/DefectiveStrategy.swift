import Strategies

@testable import Harness

/// A correct strategy that applies one row change in each pass of main, in order; or one that breaks
/// exactly one promise.
final class DefectiveStrategy: UpdateStrategy {
  private let defect: Promise?
  private let scheduler: any UpdateScheduler
  private let deliver: @Sendable (RowChange) -> Void
  private let state = Locked(State())
  private let timer: any UpdateTimer

  private struct State {
    var waiting: [RowChange] = []
    var isPosted = false
    var isBusy = false
    var isCancelled = false
    var hasSubmitted = false
    /// What `boundedMemory` keeps.
    var kept: [RowChange] = []
  }

  init(
    _ defect: Promise?, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (RowChange) -> Void
  ) {
    self.defect = defect
    self.scheduler = scheduler
    self.deliver = deliver
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.tick() }
    if defect == .noIdleWakeUps { tick() }
  }

  func submit(_ update: RowChange) {
    let isMain = scheduler.isMain
    let mustPost = state.withLock { state in
      guard !state.isCancelled else { return false }
      if defect == .reentrancy && isMain && state.isBusy { return false }
      if defect == .boundedMemory { state.kept.append(update) }
      state.hasSubmitted = true
      state.waiting.append(update)
      return !state.isPosted
    }
    guard mustPost else { return }
    if defect == .neverConcurrent && !isMain {
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
  }

  var pendingCount: Int {
    state.withLock { state in
      defect == .terminates && state.hasSubmitted && !state.isCancelled
        ? max(1, state.waiting.count) : state.waiting.count
    }
  }

  private func post() {
    state.withLock { $0.isPosted = true }
    if defect == .boundedLatency {
      timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + 20_000_000)
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
    state.withLock { $0.isPosted = false }
    deliverWaiting(1)
    if state.withLock({ !$0.waiting.isEmpty && !$0.isPosted }) { post() }
  }

  private func deliverWaiting(_ count: Int) {
    guard enter() else { return }
    var left = count
    while left > 0 || defect == .noStarvation, let change = next() {
      left -= 1
      deliver(change)
    }
    let mustPost = state.withLock { state in
      state.isBusy = false
      return !state.waiting.isEmpty && !state.isPosted
    }
    if mustPost { post() }
  }

  private func enter() -> Bool {
    state.withLock { state in
      guard !state.isBusy || defect == .neverNested else { return false }
      state.isBusy = true
      return true
    }
  }

  /// The next change to deliver, in the defective way.
  private func next() -> RowChange? {
    state.withLock { state in
      guard let first = state.waiting.first else { return nil }
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

extension StrategyEntry {
  /// A strategy that breaks `defect` alone, or none.
  static func defective(_ defect: Promise?) -> StrategyEntry {
    .applying(
      "defective", origin: "tests", summary: "breaks one promise",
      latencyBound: { _, delivery in delivery * 1_000 + .milliseconds(1) }
    ) { _, scheduler, deliver in
      DefectiveStrategy(defect, scheduler: scheduler, deliver: deliver)
    }
  }
}
