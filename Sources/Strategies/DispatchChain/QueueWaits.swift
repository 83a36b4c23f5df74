import Coalesce

/// Which serial queue waits for which right now, because a step on it was dispatched by `sync`.
///
/// A serial queue runs one block at a time, so it waits for one other at the most. Only waits made
/// by dispatch methods are known: a plain `sync`, a semaphore or a lock is not seen.
///
/// Thread safety: every member may be used from any thread.
final class QueueWaits: Sendable {
  static let shared = QueueWaits()

  private let targets = Locked<[SerialQueue.Mark: SerialQueue.Mark]>([:])

  /// Notes that `waiting` waits for `target`.
  /// - Throws: ``StrategyError/deadlock(queues:)`` if that waits for `waiting`, directly or not.
  func begin(_ waiting: SerialQueue.Mark, for target: SerialQueue.Mark) throws(StrategyError) {
    let cycle: [SerialQueue.Mark]? = targets.withLock { targets in
      var path = [waiting, target]
      while let last = path.last, let next = targets[last] {
        path.append(next)
        if next == waiting { return path }
      }
      targets[waiting] = target
      return nil
    }
    if let cycle { throw .deadlock(queues: cycle.map(\.label)) }
  }

  /// Notes that `waiting` waits no more.
  func end(_ waiting: SerialQueue.Mark) {
    targets.withLock { $0[waiting] = nil }
  }

  /// The waits that end in `mark`: those of queues that wait for it, directly or not.
  func leading(to mark: SerialQueue.Mark) -> [SerialQueue.Mark: [SerialQueue.Mark]] {
    let targets = targets.withLock { $0 }
    var found: [SerialQueue.Mark: [SerialQueue.Mark]] = [:]
    var ends = [mark]
    while let end = ends.popLast() {
      for (waiting, target) in targets where target == end {
        found[waiting] = [target]
        ends.append(waiting)
      }
    }
    return found
  }
}
