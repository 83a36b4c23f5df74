import Coalesce
import CoalesceStrategies
import CoalesceTesting

extension VirtualScheduler: SourceScheduler {
  /// Makes a model of a dispatch source. The kinds differ only in their data, which strategies do not use.
  public func makeSignal(_ kind: SignalKind) -> any UpdateSignal { VirtualSignal(self) }

  /// Makes a serial queue. Each item starts a hop after it was added or, if later, after the queue was released.
  public func makeQueue(label: String) -> any UpdateQueue { VirtualQueue(self) }
}

/// A model of a user-data dispatch source; tests compare it with a real one.
///
/// At most one run of the handler is queued. A signal during the run queues another run.
private final class VirtualSignal: UpdateSignal, @unchecked Sendable {
  // `@unchecked` is safe: each instance belongs to one simulation, and is used only on the thread of its scheduler.
  private unowned let scheduler: VirtualScheduler
  private var handler: (@Sendable () -> Void)?
  private var isPending = false

  init(_ scheduler: VirtualScheduler) { self.scheduler = scheduler }

  func setHandler(_ handler: @escaping @Sendable () -> Void) {
    self.handler = handler
    if isPending { queueRun() }
  }

  func send() {
    guard !isPending else { return }
    isPending = true
    if handler != nil { queueRun() }
  }

  private func queueRun() {
    scheduler.postToMain { [weak self] in
      self?.isPending = false
      self?.handler?()
    }
  }
}

/// A model of a serial queue. Each item keeps the queue busy until the item calls `release`.
private final class VirtualQueue: UpdateQueue, @unchecked Sendable {
  // `@unchecked` is safe: each instance belongs to one simulation, and is used only on the thread of its scheduler.
  typealias Work = @Sendable (_ release: @escaping @Sendable () -> Void) -> Void

  private unowned let scheduler: VirtualScheduler
  private var items = FIFO<Work>()
  private var isHeld = false
  private var lastEnd: UInt64?

  init(_ scheduler: VirtualScheduler) { self.scheduler = scheduler }

  func async(_ work: @escaping Work) {
    items.append(work)
    startNext()
  }

  private func startNext() {
    guard !isHeld, !items.isEmpty else { return }
    isHeld = true
    scheduler.queueWakeUps += 1
    let hop = scheduler.hop(after: lastEnd)
    scheduler.at(nanoseconds: scheduler.elapsedNanoseconds + hop) { [self] in
      items.popFirst()? { [self] in
        isHeld = false
        lastEnd = scheduler.elapsedNanoseconds
        startNext()
      }
    }
  }
}
