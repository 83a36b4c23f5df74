import BenchHarness
import Coalesce
import CoalesceStrategies
import Dispatch
import Foundation
import PeerStrategies
import Synchronization

/// A strategy on the main thread of this process, and the script that is played to it.
///
/// A script is a list such as `0:b5 100:m1+p 300:e`: at 0 ms five submissions, one after another, on
/// a thread; at 100 ms one on main and, in the same block, a look at what is pending. Actions: `b`
/// and `m` submit on a thread and on main, `f` flushes, `c` and `k` cancel on main and on a thread,
/// `d` drops, `p` prints what is pending, `e` ends the process.
///
/// Thread safety: everything on main but submissions and `k`.
final class RealStage: @unchecked Sendable {
  // Proof of `@unchecked`: what is not atomic or locked is touched on main only, and once the script
  // has begun.
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
  ///   - inside: an action that the first delivery takes, as in a script; empty for none.
  ///   - reloadMilliseconds: how long a delivery keeps main busy.
  init(inside: String, reloadMilliseconds: UInt32) {
    self.inside = inside
    self.reloadMilliseconds = reloadMilliseconds
  }

  /// Plays `script` to a peer, as in `async-newest` or `async-debounce:interval=60ms`, and returns when
  /// it has come to its `e`.
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
    // Main is blocked as by a reload; it sleeps, for the cores belong to the threads of the script.
    usleep(reloadMilliseconds * 1_000)
    if deliveryCount == 1 { take(inside) }
  }

  /// Writes unbuffered, for some scripts end in a crash.
  private func report(_ what: String, _ value: Int) {
    let time = Double(DispatchTime.now().uptimeNanoseconds) - Double(start)
    FileHandle.standardOutput.write(Data("\(what) \(time / 1e6) \(value)\n".utf8))
  }
}

extension RealStage: ViewPort {
  func reload() { deliver(model.load(ordering: .acquiring)) }

  func apply(_ change: RowChange) { deliver(change.index) }
}
