import Coalesce
import Strategies
import Synchronization

/// A buffer that main drains, wherever main happens to be.
///
/// Defect: submitted on main inside a delivery, an update is delivered at once, inside that one: A
/// begins, B begins and ends, A ends, and the stack grows with every level. A hop for each update
/// from elsewhere. It behaves as long as deliveries submit nothing and do not turn the run loop.
///
/// Origin: Texture's `ASMainSerialQueue`.
///
/// Breaks: `never-nested`, and, as every drain that goes on until nothing is left, `no-starvation`.
final class BadDrainNests<Update: Sendable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let handler: HandlerBox<@Sendable (Update) -> Void>
  private let buffer = UpdateBuffer<Update>()
  private let isCancelled = Atomic<Bool>(false)

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    handler = HandlerBox(deliver)
  }

  deinit { handler.release(on: scheduler) }

  func submit(_ update: Update) {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    _ = buffer.append(update)
    // The defect: main may be in the middle of a drain.
    if scheduler.isMain {
      flush()
    } else {
      scheduler.onMain { [weak self] in self?.flush() }
    }
  }

  func flush() {
    while let update = buffer.popFirst() {
      // One that came in beside cancel() is dropped here.
      if !isCancelled.load(ordering: .acquiring) { handler.content?(update) }
    }
  }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    buffer.removeAll()
    handler.release(on: scheduler)
  }

  var pendingCount: Int { buffer.count }
}
