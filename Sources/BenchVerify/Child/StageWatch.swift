import BenchHarness
import Coalesce
import Foundation

/// Ends the process from a thread of its own if a stage makes no progress, because the main thread may hang.
final class StageWatch: Sendable {
  static let progress = PublishedCount()
  private static let periodNanoseconds: UInt64 = 10_000_000

  private let isOver = Atomic<Bool>(false)

  static func noteProgress() { progress.value.wrappingAdd(1, ordering: .relaxed) }

  /// Counts `patience` in sleeps of 10 ms, which take longer on a busy machine and so allow a stage more time there.
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

  /// Ends the watch. Returns whether the stage ended in time.
  func end() -> Bool { !isOver.exchange(true, ordering: .relaxed) }
}
