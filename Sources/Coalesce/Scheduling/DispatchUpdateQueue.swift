import Dispatch

/// A serial dispatch queue that is suspended while an item holds it.
final class DispatchUpdateQueue: UpdateQueue {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func async(_ work: @escaping @Sendable (_ release: @escaping @Sendable () -> Void) -> Void) {
    queue.async { [queue] in
      queue.suspend()
      // `release` keeps the queue alive: releasing a suspended queue traps.
      work { queue.resume() }
    }
  }
}
