import BenchHarness
import Coalesce
import CoalesceStrategies
import Foundation

/// A deliberate regression of all strategies, to test whether the gate finds it.
enum Slowdown {
  /// In real time, each call of the view takes `factor` times as long.
  case work(factor: Double)
  /// Each submission makes one more allocation.
  case allocation
  /// This share of reloads is made twice, as if two updates had not been merged.
  case missedMerge(share: Double)

  /// Reads "work=1.1", "allocation" or "missed-merge=0.05"; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "=").map(String.init)
    switch (parts.first, parts.dropFirst().first.flatMap(Double.init)) {
    case ("work", let factor?): self = .work(factor: factor)
    case ("allocation", nil): self = .allocation
    case ("missed-merge", let share?): self = .missedMerge(share: share)
    default: return nil
    }
  }

  func strategy(_ entry: StrategyEntry) -> StrategyEntry {
    var worse = entry
    worse.attachViews = { values, scheduler in
      let attach = entry.attachViews(values, scheduler)
      return { port in
        switch self {
        case .work, .missedMerge: attach(SlowPort(port, self))
        case .allocation: attach(port).allocating()
        }
      }
    }
    return worse
  }
}

extension AttachedStrategy {
  fileprivate func allocating() -> AttachedStrategy {
    let submit = submit
    return AttachedStrategy(Attached(self), submitUrgent: submitUrgent) { change in
      free(takeMemory(48))
      submit(change)
    }
  }
}

/// Wraps an attached strategy as an `UpdateStrategy`.
private final class Attached: UpdateStrategy {
  private let submitNow: @Sendable (RowChange) -> Void
  private let flushNow, cancelNow: @Sendable () -> Void
  private let pending: @Sendable () -> Int

  init(_ strategy: AttachedStrategy) {
    (submitNow, flushNow) = (strategy.submit, strategy.flush)
    (cancelNow, pending) = (strategy.cancel, strategy.pendingCount)
  }

  func submit(_ update: RowChange) { submitNow(update) }
  func flush() { flushNow() }
  func cancel() { cancelNow() }
  var pendingCount: Int { pending() }
}

/// A view whose calls take longer, or that makes a share of its reloads twice.
///
/// Thread safety: like the wrapped port; only reloads use `due`, on the main thread.
private final class SlowPort: ViewPort, @unchecked Sendable {
  // `@unchecked` is safe: ports are reloaded on the main thread only, by contract.
  private let port: any ViewPort
  private let slowdown: Slowdown
  private var due = 0.0

  init(_ port: any ViewPort, _ slowdown: Slowdown) {
    self.port = port
    self.slowdown = slowdown
  }

  func reload() { reload { port.reload() } }

  func reload(sections: UpdateFlags) { reload { port.reload(sections: sections) } }

  func apply(_ change: RowChange) { slowly { port.apply(change) } }

  func apply(_ batch: RowBatch) { slowly { port.apply(batch) } }

  func apply(_ update: ListUpdate<ListRow>, completed: @escaping @Sendable () -> Void) {
    slowly { port.apply(update, completed: completed) }
  }

  func snapshot() -> [ListRow] { port.snapshot() }
  var isOnScreen: Bool { port.isOnScreen }
  var canAnimate: Bool { port.canAnimate }

  private func reload(_ work: () -> Void) {
    slowly(work)
    guard case .missedMerge(let share) = slowdown else { return }
    // Spread evenly, so that short trials get their share, too.
    due += share
    guard due >= 1 - 1e-9 else { return }
    due -= 1
    work()
  }

  private func slowly(_ work: () -> Void) {
    guard case .work(let factor) = slowdown else { return work() }
    let start = threadCPU()
    work()
    burn(nanoseconds: Int(Double(threadCPU() - start) * (factor - 1)))
  }
}
