import Dispatch
import Coalesce
import Strategies
import Synchronization

/// A serial queue and main that wait for each other.
///
/// Defect: the queue guards what is pending, so main enters it with `sync`; and the queue delivers
/// with `DispatchQueue.main.sync`. When main submits or flushes while the queue delivers, each waits
/// for the other for ever; a submission inside a delivery does so for sure. It behaves as long as
/// submissions come from main alone, or from other threads alone.
///
/// Origin: data sources behind a serial queue whose background work ends in `main.sync`.
///
/// Breaks: `terminates`.
///
/// Thread safety: as ``UpdateStrategy`` says. Real time only: in virtual time nothing waits.
final class BadSyncDeadlock<Update: Sendable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let handler: HandlerBox<@Sendable (Update) -> Void>
  private let queue = DispatchQueue(label: "bad-sync-deadlock")
  private let buffer = UpdateBuffer<Update>()
  private let isCancelled = Atomic<Bool>(false)

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    handler = HandlerBox(deliver)
  }

  deinit { handler.release(on: scheduler) }

  func submit(_ update: Update) {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    if scheduler.isMain {
      // The defect, main's half of it.
      queue.sync { _ = buffer.append(update) }
      deliverAll()
    } else {
      _ = buffer.append(update)
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
    isCancelled.store(true, ordering: .releasing)
    buffer.removeAll()
    handler.release(on: scheduler)
  }

  var pendingCount: Int { buffer.count }

  private func deliverAll() {
    for _ in 0..<buffer.count { deliverNext() }
  }

  private func deliverNext() {
    // What came in beside cancel() is dropped here.
    guard let update = buffer.popFirst(), !isCancelled.load(ordering: .acquiring) else { return }
    handler.content?(update)
  }
}
