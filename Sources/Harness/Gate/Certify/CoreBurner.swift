import Foundation
import Coalesce
import Synchronization

/// A thread that keeps a core busy during half of all trials, drawn by chance.
///
/// Thread safety: any thread may call `draw` and `stop`.
public final class CoreBurner: Sendable {
  private let isBurning = Atomic<Bool>(false)
  private let isStopped = Atomic<Bool>(false)
  private let generator: Locked<SeededGenerator>

  /// Starts the thread, which sleeps until it is drawn.
  public init(seed: UInt64) {
    generator = Locked(SeededGenerator(seed: seed))
    Thread.detachNewThread { [self] in
      while !isStopped.load(ordering: .relaxed) {
        // While it is not to burn it must not: a core that it spins on is not idle. A draw comes once
        // a trial, of 100 ms, and a condition variable would only save what 1 ms of delay costs.
        if !isBurning.load(ordering: .relaxed) { usleep(1_000) }
      }
    }
  }

  /// Decides whether it burns until the next draw.
  public func draw() {
    let burns = generator.withLock { $0.next() % 2 == 0 }
    isBurning.store(burns, ordering: .relaxed)
  }

  /// Ends the thread.
  public func stop() { isStopped.store(true, ordering: .relaxed) }
}
