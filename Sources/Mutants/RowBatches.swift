import Coalesce
import Harness
import Strategies

/// Applies what waits, a few row changes a pass of main, in order: a correct strategy, to which
/// mutants add a defect.
final class RowBatches: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<RowChange>
  private let waiting = Locked<[RowChange]>([])
  private let add: @Sendable (inout [RowChange], RowChange) -> Void
  private let arrange: @Sendable ([RowChange]) -> [RowChange]

  /// How many changes are applied in one pass, so that main gets to other work.
  private static let most = 8

  init(
    scheduler: any UpdateScheduler, deliver: @escaping @Sendable (RowChange) -> Void,
    add: @escaping @Sendable (inout [RowChange], RowChange) -> Void = { $0.append($1) },
    arrange: @escaping @Sendable ([RowChange]) -> [RowChange] = { $0 }
  ) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler, deliver)
    self.add = add
    self.arrange = arrange
  }

  func submit(_ update: RowChange) {
    guard !outlet.isCancelled else { return }
    let isFirst = waiting.withLock { waiting in
      add(&waiting, update)
      return waiting.count == 1
    }
    if isFirst { post() }
  }

  func flush() { apply(.max) }

  func cancel() {
    outlet.cancel()
    waiting.withLock { $0 = [] }
  }

  var pendingCount: Int { outlet.isCancelled ? 0 : waiting.withLock { $0.count } }

  private func apply(_ most: Int) {
    guard outlet.enter() else { return }
    let batch = waiting.withLock { waiting in
      let batch = Array(waiting.prefix(most))
      waiting.removeFirst(batch.count)
      return batch
    }
    arrange(batch).forEach(outlet.call)
    if outlet.leave() || pendingCount > 0 { post() }
  }

  private func post() {
    scheduler.onMain { [weak self] in self?.apply(Self.most) }
  }
}
