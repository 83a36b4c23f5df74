import Foundation

/// Limits the number of programs that tests run concurrently to the number of processors.
///
/// All tests start together, and a hundred concurrent benches would need too much memory.
actor BenchSlots {
  static let shared = BenchSlots(count: ProcessInfo.processInfo.activeProcessorCount)

  private var freeCount: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { freeCount = count }

  /// Waits for a free slot and takes it. Callers are served in order.
  func take() async {
    if freeCount > 0 {
      freeCount -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func giveBack() {
    if waiting.isEmpty { freeCount += 1 } else { waiting.removeFirst().resume() }
  }
}
