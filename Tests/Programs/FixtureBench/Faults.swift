import BenchHarness
import BenchLibrarySupport
import Coalesce
import Foundation

extension [StrategyEntry] {
  /// Strategies that each fail in one way, most of them at their first delivery.
  static let faults: [StrategyEntry] = [
    fault("fault-trap", "runs into a trap") { preconditionFailure("trapped on purpose") },
    fault("fault-kill", "is killed by SIGKILL") { kill(getpid(), SIGKILL) },
    fault("fault-exit", "ends its process with exit code 0") { exit(0) },
    fault("fault-hang", "never returns from a delivery") {
      while true { sleep(1_000) }
    },
    fault("fault-flood", "writes 64 MiB to stdout and to stderr") {
      let block = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
      for _ in 0..<64 {
        FileHandle.standardOutput.write(block)
        FileHandle.standardError.write(block)
      }
    },
    fault("fault-memory", "takes more and more memory") {
      // At most 1 GiB, because there may be no limit.
      for _ in 0..<64 {
        _ = takeMemory(16 << 20)
        // Slow, because memory is checked every 100 ms: the limit should end this, not the machine.
        usleep(10_000)
      }
      while true { sleep(1_000) }
    },
    fault("fault-spin", "leaves a thread spinning") {
      Thread.detachNewThread { while true { burn(milliseconds: 1) } }
    },
    .fixture("fault-slow-submit", "makes its producers late") { _, scheduler, port in
      var attached = AttachedStrategy(on: scheduler) { _ in port.reload() }
      attached.submit = { [submit = attached.submit] change in
        // Ten times the lateness for which a trial is discarded. Sleeps, as a blocked submission does.
        usleep(50_000)
        submit(change)
      }
      return attached
    },
    .fixture("slow-deliveries", "adds 0.5 ms to each of 3 000 deliveries") { _, scheduler, port in
      let left = Locked(3_000)
      return AttachedStrategy(on: scheduler) { _ in
        port.reload()
        let isSlow = left.withLock { left in
          left -= 1
          return left >= 0
        }
        if isSlow { usleep(500) }
      }
    },
    .fixture("fault-pending", "always reports a pending update") { _, _, _ in
      var attached = AttachedStrategy { _ in }
      attached.pendingCount = { 1 }
      return attached
    },
  ]

  /// A strategy that runs `fail` at the end of its first delivery.
  static func fault(
    _ name: String, _ summary: String, _ fail: @escaping @Sendable () -> Void
  ) -> StrategyEntry {
    .fixture(name, summary) { _, scheduler, port in
      let hasFailed = Locked(false)
      return AttachedStrategy(on: scheduler) { _ in
        port.reload()
        let mustFail = hasFailed.withLock { failed in
          defer { failed = true }
          return !failed
        }
        if mustFail { fail() }
      }
    }
  }
}
