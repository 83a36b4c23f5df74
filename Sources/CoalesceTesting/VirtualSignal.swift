import Coalesce

/// A model of a dispatch source of user data; tests hold it against the real one.
///
/// Queued at most once; the pending data is exchanged with zero before the handler runs, so that a
/// merge made during the handler causes another run of it.
final class VirtualSignal: UpdateSignal, @unchecked Sendable {
  // Proof of `@unchecked`: belongs to one simulation, as its scheduler does.
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
