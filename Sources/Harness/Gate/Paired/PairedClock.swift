import Coalesce

/// Tells how far the paired half is, and how long it will take.
final class PairedClock: Sendable {
  private struct State {
    var done = 0
    var total = 0
  }

  private let state = Locked(State())
  private let start = ContinuousClock.now
  private let onEvent: @Sendable (PairedEvent) -> Void

  init(_ onEvent: @escaping @Sendable (PairedEvent) -> Void) { self.onEvent = onEvent }

  /// So many trials more will come.
  func expect(_ trials: Int) { state.withLock { $0.total += trials } }

  func begin(_ block: PairedPlan.Block) {
    let (done, total) = state.withLock { ($0.done, $0.total) }
    let elapsed = (ContinuousClock.now - start).milliseconds / 1_000
    onEvent(
      PairedEvent(
        phase: block.phase, cell: block.cell, done: done, total: total,
        secondsLeft: done == 0 ? nil : elapsed / Double(done) * Double(total - done)))
  }

  func end() { state.withLock { $0.done += 1 } }
}
