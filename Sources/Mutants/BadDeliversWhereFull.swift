import Coalesce
import Synchronization

/// Delivers on the producer's thread when too much waits.
///
/// Defect: with ``most`` updates waiting, whoever submits the next one delivers them where it is, on
/// main or not, beside a delivery that main may be making. It behaves as long as bursts are shorter.
///
/// Origin: queues that are emptied by whoever finds them full, and `reloadData()` in the completion
/// handler of a request.
///
/// Breaks: `never-concurrent`.
final class BadDeliversWhereFull<Update: Mergeable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let waiting = Update.Pending()
  private let handler: HandlerBox<@Sendable (Update) -> Void>
  private let inner: Coalescer<UpdateCount>
  private let isCancelled = Atomic<Bool>(false)

  /// How many updates may wait.
  private static var most: Int { 20 }

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    let handler = HandlerBox(deliver)
    self.handler = handler
    inner = Coalescer(.nextPass, scheduler: scheduler) { [waiting] _ in
      if let update = waiting.take() { handler.content?(update) }
    }
  }

  deinit { handler.release(on: scheduler) }

  func submit(_ update: Update) {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    if waiting.merge(update) >= Self.most, !scheduler.isMain, let all = waiting.take() {
      // The defect.
      _ = handler.use(on: scheduler) { $0(all) }
    }
    inner.submit(.one)
  }

  func flush() { inner.flush() }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    inner.cancel()
    _ = waiting.take()
    handler.release(on: scheduler)
  }

  var pendingCount: Int { isCancelled.load(ordering: .acquiring) ? 0 : waiting.count }
}
