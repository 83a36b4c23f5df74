import Dispatch
import Foundation
import Harness
import KnownBad
import PeerStrategies
import Strategies
import Synchronization

/// A strategy on the main thread of this process, and the script that is played to it.
///
/// A script is a list such as `0:b5 100:m1 300:p`: at 0 ms five submissions one after another on a
/// thread, at 100 ms one on main, at 300 ms the pending count is printed. Letters: `b` and `m`
/// submit, `f` flushes, `c` and `k` cancel on main and elsewhere, `d` drops, `p` prints what is
/// pending, `e` ends the process.
///
/// Thread safety: `submit` from any thread, everything else on main.
final class RealStage: @unchecked Sendable {
  // Proof of `@unchecked`: what is not atomic or locked is touched on main only.
  private let model = Atomic<Int>(0)
  private let strategy = Locked<AttachedStrategy?>(nil)
  private let inside: String
  private let reloadMilliseconds: Int
  private var start: UInt64 = 0
  private var depth = 0
  private var deliveryCount = 0
  private var isEnded = false

  /// - Parameters:
  ///   - inside: an action that the first delivery takes, as in a script; empty for none.
  ///   - reloadMilliseconds: how long a delivery keeps main busy.
  init(inside: String, reloadMilliseconds: Int) {
    self.inside = inside
    self.reloadMilliseconds = reloadMilliseconds
  }

  func play(_ script: String, _ name: String) throws {
    let selection = try Selection<StrategyEntry>.parse(name, from: .peers + .knownBad)[0]
    let port = ViewPort(onReload: { [self] in deliver() }, onApply: { [self] _ in deliver() })
    strategy.withLock {
      $0 = selection.entry.attach(selection.values, DispatchScheduler.main, port)
    }
    start = DispatchTime.now().uptimeNanoseconds + 20_000_000
    for step in script.split(separator: " ") {
      let parts = step.split(separator: ":")
      schedule(String(parts[1]), atMilliseconds: Int(parts[0]) ?? 0)
    }
    while !isEnded { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    report("end", model.load(ordering: .acquiring))
  }

  private func schedule(_ action: String, atMilliseconds time: Int) {
    let isOnMain = !"bk".contains(action.prefix(1))
    let deadline = DispatchTime(uptimeNanoseconds: start + UInt64(time) * 1_000_000)
    if isOnMain {
      DispatchQueue.main.asyncAfter(deadline: deadline) { [self] in take(action) }
    } else {
      Thread.detachNewThread { [self] in
        let now = DispatchTime.now().uptimeNanoseconds
        usleep(UInt32(deadline.uptimeNanoseconds > now ? (deadline.uptimeNanoseconds - now) / 1_000 : 0))
        take(action)
      }
    }
  }

  private func take(_ action: String) {
    switch action.prefix(1) {
    case "b", "m":
      for _ in 0..<(Int(action.dropFirst()) ?? 1) { submit() }
    case "f": attached?.flush()
    case "c", "k": attached?.cancel()
    case "d": strategy.withLock { $0 = nil }
    case "p": report("pending", attached?.pendingCount() ?? -1)
    default: isEnded = true
    }
  }

  private var attached: AttachedStrategy? { strategy.withLock { $0 } }

  private func submit() {
    let number = model.add(1, ordering: .acquiringAndReleasing).newValue
    attached?.submit(RowChange(index: number, row: 0, kind: .change))
  }

  private func deliver() {
    depth += 1
    defer { depth -= 1 }
    deliveryCount += 1
    let shown = model.load(ordering: .acquiring)
    report(Thread.isMainThread && depth == 1 ? "shown" : "wrong", shown)
    if reloadMilliseconds > 0 { usleep(UInt32(reloadMilliseconds) * 1_000) }
    if deliveryCount == 1, !inside.isEmpty { take(inside) }
  }

  private func report(_ what: String, _ value: Int) {
    let now = Double(DispatchTime.now().uptimeNanoseconds) - Double(start)
    // Unbuffered: some scripts end in a crash.
    FileHandle.standardOutput.write(Data("\(what) \((now / 1e4).rounded() / 100) \(value)\n".utf8))
  }
}
