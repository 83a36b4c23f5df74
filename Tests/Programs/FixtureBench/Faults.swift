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
    .reloading("fault-slow-submit", origin: "fixture", summary: "makes its producers late") {
      _, scheduler, deliver in
      SlowSubmit(Coalescer(.nextPass, on: .scheduler(scheduler), onDelivery: deliver))
    },
    .reloading(
      "slow-deliveries", origin: "fixture", summary: "adds 0.5 ms to each of 3 000 deliveries"
    ) { _, scheduler, deliver in
      let left = Locked(3_000)
      return Coalescer<UpdateCount>(.nextPass, on: .scheduler(scheduler)) { update in
        deliver(update)
        let isSlow = left.withLock { left in
          left -= 1
          return left >= 0
        }
        if isSlow { usleep(500) }
      }
    },
    StrategyEntry(
      name: "fault-pending", origin: "fixture", summary: "always reports a pending update",
      delivery: .reload
    ) { _, scheduler, port in
      AttachedStrategy(AlwaysPending()) { _ in }
    },
  ]

  /// A strategy that runs `fail` at the end of its first delivery.
  static func fault(
    _ name: String, _ summary: String, _ fail: @escaping @Sendable () -> Void
  ) -> StrategyEntry {
    .reloading(name, origin: "fixture", summary: summary) { _, scheduler, deliver in
      let hasFailed = Locked(false)
      return Coalescer(.nextPass, on: .scheduler(scheduler)) { update in
        deliver(update)
        let mustFail = hasFailed.withLock { failed in
          defer { failed = true }
          return !failed
        }
        if mustFail { fail() }
      }
    }
  }
}

/// Blocks each submitting thread for a while.
private final class SlowSubmit: AroundCorrect {
  let inner: Coalescer<UpdateCount>

  init(_ inner: Coalescer<UpdateCount>) { self.inner = inner }

  func submit(_ update: UpdateCount) {
    // Ten times the lateness for which a trial is discarded. Sleeps, as a blocked submission does.
    usleep(50_000)
    inner.submit(update)
  }
}

/// Delivers nothing, but always reports a pending update.
private final class AlwaysPending: UpdateStrategy {
  func submit(_ update: RowChange) {}
  func flush() {}
  func cancel() {}
  var pendingCount: Int { 1 }
}
