import Coalesce
import CoalesceStrategies
import CoalesceTesting

extension VirtualScheduler: SourceScheduler {
  /// Makes a model of a dispatch source.
  public func makeSignal(_ kind: SignalKind) -> any UpdateSignal { VirtualSignal(kind, self) }

  /// Makes a serial queue. Each item starts a hop after it was added or, if later, after the queue was released.
  public func makeQueue(label: String) -> any UpdateQueue { VirtualQueue(self) }
}

/// A model of a user-data dispatch source; tests compare it with a real one.
///
/// At most one run of the handler is queued. A run first zeroes the data, so a merge during the run queues another run.
private final class VirtualSignal: UpdateSignal, @unchecked Sendable {
  // `@unchecked` is safe: each instance belongs to one simulation, and is used only on the thread of its scheduler.
  private unowned let scheduler: VirtualScheduler
  private let kind: SignalKind
  private var handler: (@Sendable (UInt) -> Void)?
  private var data: UInt = 0
  private var isQueued = false
  private var isCancelled = false

  init(_ kind: SignalKind, _ scheduler: VirtualScheduler) {
    self.kind = kind
    self.scheduler = scheduler
  }

  func setHandler(_ handler: @escaping @Sendable (UInt) -> Void) {
    self.handler = handler
    queueIfNeeded()
  }

  func merge(_ data: UInt) {
    switch kind {
    case .add: self.data &+= data
    case .or: self.data |= data
    case .replace: self.data = data
    }
    queueIfNeeded()
  }

  func cancel() { isCancelled = true }

  private func queueIfNeeded() {
    guard data != 0, !isQueued, !isCancelled, handler != nil else { return }
    isQueued = true
    scheduler.postToMain { [weak self] in self?.fire() }
  }

  private func fire() {
    isQueued = false
    guard !isCancelled, data != 0, let handler else { return }
    let taken = data
    data = 0
    handler(taken)
  }
}

/// A model of a serial queue. Each item keeps the queue busy until the item calls `release`.
private final class VirtualQueue: UpdateQueue, @unchecked Sendable {
  // `@unchecked` is safe: each instance belongs to one simulation, and is used only on the thread of its scheduler.
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
