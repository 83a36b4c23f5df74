import BenchHarness
import Foundation
import Synchronization

/// Ends the process when a stage goes on without progress: its main thread, which does the work, may
/// hang. A stage that is slow makes progress.
final class StageWatch: Sendable {
  static let progress = PublishedCount()
  private static let periodNanoseconds: UInt64 = 10_000_000

  private let isOver = Atomic<Bool>(false)

  /// A schedule was played, or main has turned its run loop.
  static func noteProgress() { progress.value.add(1, ordering: .relaxed) }

  /// - Parameters:
  ///   - patience: for how long there may be none; in periods, which are longer on a busy machine.
  ///   - giveUp: what is done before the process ends.
  init(patienceNanoseconds patience: UInt64, giveUp: @escaping @Sendable () -> Void) {
    let periods = max(1, patience / Self.periodNanoseconds)
    Thread.detachNewThread { [self] in
      var seen = -1
      var left = periods
      while left > 0 {
        let now = Self.progress.value.load(ordering: .relaxed)
        left = now == seen ? left - 1 : periods
        seen = now
        Pacer.sleep(nanoseconds: Self.periodNanoseconds)
        if isOver.load(ordering: .relaxed) { return }
      }
      guard end() else { return }
      giveUp()
      _exit(1)
    }
  }

  /// The stage has ended. Returns whether that was in time.
  func end() -> Bool { !isOver.exchange(true, ordering: .relaxed) }
}
