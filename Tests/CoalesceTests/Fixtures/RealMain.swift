import Coalesce
import Dispatch
import Foundation

/// Real queues, with a private serial queue playing main so that no run loop is needed.
package struct RealMain {
  package let queue = DispatchQueue(label: "plays-main")
  package let scheduler: DispatchScheduler

  package init() { scheduler = DispatchScheduler(mainQueue: queue) }

  /// Waits until all that was posted to main so far, and all that this posts, has run.
  package func settle() {
    queue.sync {}
    queue.sync {}
  }
}

extension DispatchSemaphore {
  /// Waits for a signal; gives up, and answers false, only where a test would hang.
  package func arrives(within seconds: Int = 600) -> Bool {
    wait(timeout: .now() + .seconds(seconds)) == .success
  }
}

/// How many updates each of eight producers submits; COALESCE_UPDATES_OF_A_PRODUCER sets it, for beside
/// the Thread Sanitizer each takes ten times as long.
package let updatesOfAProducer =
  ProcessInfo.processInfo.environment["COALESCE_UPDATES_OF_A_PRODUCER"].flatMap(Int.init) ?? 100_000

/// Runs `body` for each index of each of `count` threads of their own; returns when all are done.
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
