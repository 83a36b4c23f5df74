import Foundation

/// Lets as many programs of the tests run at once as there are processors.
///
/// All tests begin at once, and a hundred benches beside each other would need memory for all of them.
actor BenchSlots {
  static let shared = BenchSlots(count: ProcessInfo.processInfo.activeProcessorCount)

  private var freeCount: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { freeCount = count }

  /// Returns once one of the slots is the caller's, in the order of the calls.
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
