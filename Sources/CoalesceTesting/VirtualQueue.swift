import Coalesce

/// A serial queue of virtual time: busy until the item that holds it has released it.
final class VirtualQueue: UpdateQueue, @unchecked Sendable {
  // Proof of `@unchecked`: belongs to one simulation, as its scheduler does.
  typealias Work = @Sendable (_ release: @escaping @Sendable () -> Void) -> Void

  private unowned let scheduler: VirtualScheduler
  private var items = FIFO<Work>()
  private var isHeld = false

  init(_ scheduler: VirtualScheduler) { self.scheduler = scheduler }

  func async(_ work: @escaping Work) {
    items.append(work)
    startNext()
  }

  private func startNext() {
    guard !isHeld, !items.isEmpty else { return }
    isHeld = true
    scheduler.queueWakeUps += 1
    scheduler.at(nanoseconds: scheduler.nowNanoseconds + scheduler.hopNanoseconds) { [self] in
      items.popFirst()? { [self] in
        isHeld = false
        startNext()
      }
    }
  }
}
