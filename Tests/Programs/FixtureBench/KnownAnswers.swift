import BenchHarness
import BenchLibrarySupport
import Coalesce
import Foundation
import CoalesceStrategies

extension [StrategyEntry] {
  /// Strategies whose figures are known in advance.
  static let knownAnswers: [StrategyEntry] = [
    .applying("tick", origin: "fixture", summary: "applies all updates every 10 ms") {
      Tick(scheduler: $1, deliver: $2)
    },
    .reloading("burn-main", origin: "fixture", summary: "burns 5 ms of CPU on main each time") {
      _, scheduler, deliver in
      Naive(scheduler: scheduler) { update in
        deliver(update)
        burn(milliseconds: 5)
      }
    },
    .reloading("burn-other", origin: "fixture", summary: "burns 5 ms of CPU on a queue each time") {
      _, scheduler, deliver in
      let queue = DispatchQueue(label: "burn-other")
      return Naive(scheduler: scheduler) { update in
        deliver(update)
        queue.async { burn(milliseconds: 5) }
      }
    },
    StrategyEntry(
      name: "allocate-3", origin: "fixture", summary: "allocates 3 x 64 bytes per update",
      delivery: .none
    ) { _, _, _ in
      AttachedStrategy { _ in
        for _ in 0..<3 { free(takeMemory(64)) }
      }
    },
    fault("stall-100", "blocks the main thread once for 100 ms") { burn(milliseconds: 100) },
    .applying("lose-hundredth", origin: "fixture", summary: "loses every 100th update") {
      _, scheduler, deliver in
      PendingFlagOfChanges(scheduler: scheduler) { changes in
        changes.filter { $0.index % 100 != 99 }.forEach(deliver)
      }
    },
    .applying("swap-pairs", origin: "fixture", summary: "applies the second of two updates first") {
      _, scheduler, deliver in
      let held = Locked<RowChange?>(nil)
      return PendingFlagOfChanges(scheduler: scheduler) { changes in
        for change in changes {
          let first = held.withLock { held in
            defer { held = held == nil ? change : nil }
            return held
          }
          guard let first else { continue }
          deliver(change)
          deliver(first)
        }
      }
    },
  ]
}

extension [StrategyEntry] {
  /// A strategy that coalesces an app's own option set, which no strategy of the bench does; verified like those.
  static let options: [StrategyEntry] = [
    StrategyEntry(
      name: "options", origin: "fixture", summary: "next-pass for options: reloads sections",
      delivery: .sections, latencyBound: { _, delivery in delivery * 2 }
    ) { _, scheduler, port in
      let coalescer = Coalescer<Sections>(.nextPass, on: .scheduler(scheduler)) { sections in
        port.reload(sections: UpdateFlags(rawValue: sections.rawValue))
      }
      return AttachedStrategy(coalescing: coalescer) { change in
        Sections(rawValue: 1 << UInt(change.row % StrategyEntry.sectionCount))
      }
    }
  ]
}

private struct Sections: OptionSet, Mergeable { let rawValue: UInt }

/// Allocates memory and writes to it. Not inlined, because the compiler would remove both.
@inline(never)
func takeMemory(_ bytes: Int) -> UnsafeMutableRawPointer? {
  let memory = malloc(bytes)
  memory?.initializeMemory(as: UInt8.self, repeating: 1, count: bytes)
  return memory
}

/// Spends CPU time on the calling thread.
func burn(milliseconds: Int) { burn(nanoseconds: milliseconds * 1_000_000) }

func burn(nanoseconds: Int) {
  let end = Clocks.threadCPU + UInt64(nanoseconds)
  while Clocks.threadCPU < end {}
}

/// Collects row changes and delivers them together in the next pass.
final class PendingFlagOfChanges: AroundCorrect {
  let inner: Coalescer<OrderedUpdates<RowChange>>

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable ([RowChange]) -> Void) {
    inner = Coalescer(.nextPass, on: .scheduler(scheduler)) { deliver($0.elements) }
  }

  func submit(_ update: RowChange) { inner.submit(OrderedUpdates([update])) }
}

/// Applies everything pending at the multiples of 10 ms of the scheduler's clock.
final class Tick: UpdateStrategy {
  private let pending = PendingStore<OrderedUpdates<RowChange>>()
  private let scheduler: any UpdateScheduler
  private let timer: any UpdateTimer
  private let deliver: @Sendable (RowChange) -> Void

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (RowChange) -> Void) {
    self.scheduler = scheduler
    self.deliver = deliver
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.flush() }
  }

  func submit(_ update: RowChange) {
    guard pending.merge(OrderedUpdates([update])) == 1 else { return }
    let period: UInt64 = 10_000_000
    timer.schedule(deadlineNanoseconds: (scheduler.nowNanoseconds / period + 1) * period)
  }

  func flush() { pending.take()?.elements.forEach(deliver) }
  func cancel() { timer.disarm() }
  var pendingCount: Int { pending.count }
}
