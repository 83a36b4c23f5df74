import BenchHarness
import BenchLibrarySupport
import Coalesce
import Foundation
import CoalesceStrategies

extension [StrategyEntry] {
  /// Strategies whose figures are known in advance.
  static let knownAnswers: [StrategyEntry] = [
    .fixture("tick", "applies all updates every 10 ms", delivery: .rowChange) {
      AttachedStrategy(Tick($1, $2))
    },
    .fixture("burn-main", "burns 5 ms of CPU on main each time") { _, scheduler, port in
      AttachedStrategy(
        Naive<UpdateCount>(scheduler: scheduler) { _ in
          port.reload()
          burn(milliseconds: 5)
        })
    },
    .fixture("burn-other", "burns 5 ms of CPU on a queue each time") { _, scheduler, port in
      let queue = DispatchQueue(label: "burn-other")
      return AttachedStrategy(
        Naive<UpdateCount>(scheduler: scheduler) { _ in
          port.reload()
          queue.async { burn(milliseconds: 5) }
        })
    },
    .fixture("allocate-3", "allocates 3 x 64 bytes per update", delivery: .none) { _, _, _ in
      AttachedStrategy { _ in
        for _ in 0..<3 { free(takeMemory(64)) }
      }
    },
    fault("stall-100", "blocks the main thread once for 100 ms") { burn(milliseconds: 100) },
    .fixture("lose-hundredth", "loses every 100th update", delivery: .rowChange) {
      _, scheduler, port in
      AttachedStrategy(batchingOn: scheduler) { changes in
        for change in changes where change.index % 100 != 99 { port.apply(change) }
      }
    },
    .fixture("swap-pairs", "applies the second of two updates first", delivery: .rowChange) {
      _, scheduler, port in
      let held = Locked<RowChange?>(nil)
      return AttachedStrategy(batchingOn: scheduler) { changes in
        for change in changes {
          let first = held.withLock { held in
            defer { held = held == nil ? change : nil }
            return held
          }
          guard let first else { continue }
          port.apply(change)
          port.apply(first)
        }
      }
    },
  ]
}

extension [StrategyEntry] {
  /// A strategy that coalesces an app's own option set, which no strategy of the bench does; verified like those.
  static let options: [StrategyEntry] = [
    .fixture(
      "options", "next-pass for options: reloads sections", delivery: .sections,
      latencyBound: { _, delivery in delivery * 2 }
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

extension AttachedStrategy {
  /// Collects row changes and delivers them together in the next pass.
  fileprivate init(
    batchingOn scheduler: any SourceScheduler,
    deliver: @escaping @Sendable ([RowChange]) -> Void
  ) {
    let strategy = Coalescer<OrderedUpdates<RowChange>>(.nextPass, on: .scheduler(scheduler)) {
      deliver($0.elements)
    }
    self.init(strategy) { strategy.submit(OrderedUpdates([$0])) }
  }
}

/// Applies everything pending at the multiples of 10 ms of the scheduler's clock.
private final class Tick: UpdateStrategy {
  private let pending = PendingStore<OrderedUpdates<RowChange>>()
  private let scheduler: any UpdateScheduler
  private let timer: any UpdateTimer
  private let port: any ViewPort

  init(_ scheduler: any UpdateScheduler, _ port: any ViewPort) {
    self.scheduler = scheduler
    self.port = port
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.flush() }
  }

  func submit(_ update: RowChange) {
    guard pending.merge(OrderedUpdates([update])) == 1 else { return }
    let period: UInt64 = 10_000_000
    timer.schedule(deadlineNanoseconds: (scheduler.nowNanoseconds / period + 1) * period)
  }

  func flush() { pending.take()?.elements.forEach(port.apply) }
  func cancel() { timer.disarm() }
  var pendingCount: Int { pending.count }
}
