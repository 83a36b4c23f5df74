import Coalesce
import Dispatch
import CoalesceStrategies

/// A serial queue and main that wait for each other.
///
/// Defect: the queue guards what is pending, so main enters it with `sync`; and the queue delivers
/// with `DispatchQueue.main.sync`. When main submits or flushes while the queue delivers, each waits
/// for the other for ever; a submission inside a delivery does so for sure. It behaves as long as
/// submissions come from main alone, or from other threads alone.
///
/// Origin: data sources behind a serial queue whose background work ends in `main.sync`.
///
/// Thread safety: as ``UpdateStrategy`` says. Real time only: in virtual time nothing waits.
final class BadSyncDeadlock<Update: Sendable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let queue = DispatchQueue(label: "bad-sync-deadlock")
  private let buffer = UpdateBuffer<Update>()

  init(scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler, deliver)
  }

  func submit(_ update: Update) {
    guard !outlet.isCancelled else { return }
    if scheduler.isMain {
      // The defect, main's half of it.
      queue.sync { buffer.append(update) }
      deliverAll()
    } else {
      buffer.append(update)
      queue.async { [weak self] in
        // The queue's half.
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

  /// What came in beside cancel() is dropped by the outlet.
  private func deliverNext() {
    if let update = buffer.popFirst() { outlet.call(update) }
  }
}
