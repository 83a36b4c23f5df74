import Coalesce
import Dispatch
import Foundation
import Testing

@testable import BenchMutants

/// On the real main queue, which the mutant names. That it hangs takes a main thread that turns a run
/// loop: `bench verify` catches it there, in `RealVerifyTests`.
@Suite struct BadSyncDeadlockTests {
  private let shown = Locked<[Int]>([])

  private func strategy() -> BadSyncDeadlock<Int> {
    BadSyncDeadlock(scheduler: DispatchScheduler.main) { [shown] number in
      shown.withLock { $0.append(number) }
    }
  }

  @Test func submissionsFromThreadsAreDelivered() async {
    let strategy = strategy()
    await withCheckedContinuation { ended in
      Thread.detachNewThread {
        for number in 1...400 { strategy.submit(number) }
        ended.resume()
      }
    }
    while strategy.pendingCount > 0 { await Task.yield() }
    // The last delivery took its update and may not have called yet: main is at its end here.
    await withCheckedContinuation { ended in DispatchQueue.main.async { ended.resume() } }
    #expect(shown.withLock { $0 } == Array(1...400))
  }

  @Test func submissionsFromMainAloneAreDelivered() async {
    let strategy = strategy()
    await withCheckedContinuation { ended in
      DispatchQueue.main.async {
        for number in 1...100 { strategy.submit(number) }
        strategy.flush()
        ended.resume()
      }
    }
    #expect(shown.withLock { $0 } == Array(1...100))
    #expect(strategy.pendingCount == 0)
  }
}
