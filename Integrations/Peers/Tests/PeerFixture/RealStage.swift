import BenchHarness
import Coalesce
import CoalesceStrategies
import Dispatch
import Foundation
import PeerStrategies
import Synchronization

/// Runs a script on a strategy, on the main thread of this process.
///
/// A script is a list such as `0:b5 100:m1+p 300:e`: at 0 ms, five submissions in a row on a background thread; at 100
/// ms, one on the main thread and, in the same block, a printout of the pending count. Actions: `b` and `m` submit on a
/// background thread and on the main thread, `f` flushes, `c` and `k` cancel on the main thread and on a background
/// thread, `d` drops the strategy, `p` prints the pending count, `e` ends the process.
///
/// Thread safety: use everything on the main thread, except submissions and `k`.
final class RealStage: @unchecked Sendable {
  // `@unchecked` is safe: state that is neither atomic nor locked is used only on the main thread, or set before the
  // script begins.
  private let model = Atomic<Int>(0)
  private let lock = NSLock()
  private var strategy: AttachedStrategy?
  private let inside: String
  private let reloadMilliseconds: UInt32
  private var start: UInt64 = 0
  private var depth = 0
  private var deliveryCount = 0
  private var isEnded = false

  /// - Parameters:
  ///   - inside: the script actions that the first delivery takes; empty for none.
  ///   - reloadMilliseconds: how long a delivery blocks the main thread.
  init(inside: String, reloadMilliseconds: UInt32) {
    self.inside = inside
    self.reloadMilliseconds = reloadMilliseconds
  }

  /// Runs `script` on a peer, such as `async-newest` or `async-debounce:interval=60ms`, and returns at the script's
  /// `e`.
  func play(_ script: String, on peer: String) throws {
    let parts = peer.split(separator: ":interval=").map(String.init)
    for entry in [StrategyEntry].peers where entry.name == parts[0] {
      let values = try ParameterValues(
        owner: entry.name, parameters: entry.parameters,
        given: parts.count > 1 ? ["interval": parts[1]] : [:])
      let attached = entry.attach(values, mainScheduler, self)
      lock.withLock { strategy = attached }
    }
    start = DispatchTime.now().uptimeNanoseconds + 50_000_000
    for step in script.split(separator: " ") {
      let parts = step.split(separator: ":")
      schedule(String(parts[1]), atMilliseconds: UInt64(parts[0]) ?? 0)
    }
    while !isEnded { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    report("end", model.load(ordering: .acquiring))
  }

  private func schedule(_ actions: String, atMilliseconds time: UInt64) {
    let deadline = DispatchTime(uptimeNanoseconds: start + time * 1_000_000)
    if "bk".contains(actions.prefix(1)) {
      Thread.detachNewThread { [self] in
        _ = DispatchSemaphore(value: 0).wait(timeout: deadline)
        take(actions)
      }
    } else {
      DispatchQueue.main.asyncAfter(deadline: deadline) { [self] in take(actions) }
    }
  }

  private func take(_ actions: String) {
    for action in actions.split(separator: "+") {
      switch action.prefix(1) {
      case "b", "m":
        for _ in 0..<(Int(action.dropFirst()) ?? 1) { submit() }
      case "f": attached?.flush()
      case "c", "k": attached?.cancel()
      case "d": lock.withLock { strategy = nil }
      case "p": report("pending", attached?.pendingCount() ?? 0)
      default: isEnded = true
      }
    }
  }

  private var attached: AttachedStrategy? { lock.withLock { strategy } }

  private func submit() {
    let number = model.add(1, ordering: .acquiringAndReleasing).newValue
    attached?.submit(RowChange(index: number, row: 0, kind: .change))
  }

  private func deliver(_ shown: Int) {
    depth += 1
    defer { depth -= 1 }
    deliveryCount += 1
    report(!Thread.isMainThread ? "off-main" : depth > 1 ? "nested" : "shown", shown)
    // Blocks the main thread as a reload would, but asleep, to leave the cores to the threads of the script.
    usleep(reloadMilliseconds * 1_000)
    if deliveryCount == 1 { take(inside) }
  }

  /// Writes unbuffered, because some scripts end in a crash.
  private func report(_ what: String, _ value: Int) {
    let time = Double(DispatchTime.now().uptimeNanoseconds) - Double(start)
    FileHandle.standardOutput.write(Data("\(what) \(time / 1e6) \(value)\n".utf8))
  }
}

extension RealStage: ViewPort {
  func reload() { deliver(model.load(ordering: .acquiring)) }

  func apply(_ change: RowChange) { deliver(change.index) }
}
