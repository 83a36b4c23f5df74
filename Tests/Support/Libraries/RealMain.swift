import Coalesce
import Foundation

/// Real queues with a private serial queue as the main queue, so that no run loop is needed.
package struct RealMain {
  package let queue = DispatchQueue(label: "plays-main")
  package let scheduler: DispatchScheduler

  package init() { scheduler = DispatchScheduler(mainQueue: queue) }

  /// Waits until all blocks on the main queue have run, and the blocks that these enqueued.
  package func settle() {
    queue.sync {}
    queue.sync {}
  }
}

extension DispatchSemaphore {
  /// Waits for a signal. Returns false only if the test would otherwise hang.
  package func arrives(within seconds: Int = 600) -> Bool {
    wait(timeout: .now() + .seconds(seconds)) == .success
  }
}

/// How many updates each of eight producers submits. COALESCE_UPDATES_OF_A_PRODUCER changes it, because updates take
/// ten times as long under the Thread Sanitizer.
package let updatesOfAProducer =
  ProcessInfo.processInfo.environment["COALESCE_UPDATES_OF_A_PRODUCER"].flatMap(Int.init) ?? 100_000

/// Runs `body` for each index on each of `count` new threads, and waits for all of them.
package func produce(
  threads count: Int, each updates: Int, _ body: @escaping @Sendable (Int, Int) -> Void
) {
  let group = DispatchGroup()
  for producer in 0..<count {
    group.enter()
    let thread = Thread {
      for index in 0..<updates { body(producer, index) }
      group.leave()
    }
    thread.start()
  }
  group.wait()
}
