import BenchHarness
import Coalesce
import Dispatch
import CoalesceStrategies

/// A serial queue and the main thread that wait for each other.
///
/// Defect: the queue guards the pending updates, so the main thread enters it with `sync`; the queue delivers with
/// `DispatchQueue.main.sync`. If the main thread submits or flushes while the queue delivers, both wait forever; a
/// submission inside a delivery always causes this. Correct as long as all submissions come from the main thread, or
/// all from other threads.
///
/// Thread safety: as ``UpdateStrategy`` says. Real time only: in virtual time nothing waits.
final class BadSyncDeadlock: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<RowChange>
  private let queue = DispatchQueue(label: "bad-sync-deadlock")
  private let buffer = UpdateBuffer<RowChange>()

  init(_ scheduler: any UpdateScheduler, _ port: any ViewPort) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler) { port.apply($0) }
  }

  func submit(_ update: RowChange) {
    guard !outlet.isCancelled else { return }
    if scheduler.isMain {
      // The main thread's half of the defect.
      queue.sync { buffer.append(update) }
      deliverAll()
    } else {
      buffer.append(update)
      queue.async { [weak self] in
        // The queue's half of the defect.
        DispatchQueue.main.sync { self?.deliverNext() }
      }
    }
  }

  func flush() {
    queue.sync {}
    deliverAll()
  }

  func cancel() {
    outlet.cancel()
    buffer.removeAll()
  }

  var pendingCount: Int { buffer.count }

  private func deliverAll() {
    for _ in 0..<buffer.count { deliverNext() }
  }

  /// The outlet drops updates that were submitted while cancel() ran.
  private func deliverNext() {
    if let update = buffer.popFirst() { outlet.call(update) }
  }
}
