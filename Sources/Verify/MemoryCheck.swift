import Coalesce
import CoalesceTesting
import Dispatch
import Foundation
import Harness

/// Submits very many updates, in waves that are waited for, and looks whether the process grows.
///
/// Waves, because who is slower than its producer may keep what is pending; what was delivered may
/// not be kept.
struct MemoryCheck {
  private let attached: AttachedStrategy
  private let wave: Int
  private let runToTheEnd: (AttachedStrategy, _ wave: Range<Int>) -> Void

  /// Looks at resident memory after the first tenth and at the end.
  static func result(_ strategy: Selection<StrategyEntry>, time: TimeMode) -> PromiseResult {
    var result = PromiseResult(promise: .boundedMemory, verdict: .pass, time: time)
    let updates = 500_000
    guard let growth = growth(strategy, updates: updates, time: time) else {
      result.verdict = .notChecked
      result.detail = "this system does not say how much memory a process has"
      return result
    }
    // Less than keeping each update takes, and more than allocators vary by.
    guard growth > 2 * updates + 2 << 20 else { return result }
    result.verdict = .fail
    result.detail =
      "resident memory grew by \(growth >> 10) KiB in \(updates * 9 / 10) updates"
    return result
  }

  /// By how many bytes resident memory grew in the last nine tenths; nil where the system does not
  /// say.
  static func growth(_ strategy: Selection<StrategyEntry>, updates: Int, time: TimeMode) -> Int? {
    let check = time == .virtual ? virtual(strategy) : real(strategy)
    let tenth = updates / 10
    check.submit(0..<tenth)
    guard let early = ProcessMemory.residentBytes(of: getpid()) else { return nil }
    check.submit(tenth..<updates)
    return ProcessMemory.residentBytes(of: getpid()).map { Int($0) - Int(early) }
  }

  private func submit(_ updates: Range<Int>) {
    for start in stride(from: updates.lowerBound, to: updates.upperBound, by: wave) {
      runToTheEnd(attached, start..<min(start + wave, updates.upperBound))
    }
  }

  private static func virtual(_ strategy: Selection<StrategyEntry>) -> MemoryCheck {
    let scheduler = VirtualScheduler(hop: .microseconds(1))
    let attached = strategy.entry.attach(strategy.values, scheduler, ForgetfulView())
    return MemoryCheck(attached: attached, wave: 1_000) { attached, wave in
      let start = scheduler.nowNanoseconds
      scheduler.setArrivals(wave.indices.map { start + 10_000 * UInt64($0 - wave.lowerBound) }) {
        attached.submit(Self.change(wave.lowerBound + $0))
      }
      // An hour at most: `terminates` says what is to be said of who takes longer.
      for second in 1...3_600 {
        let isOver = scheduler.run(untilNanoseconds: start + UInt64(second) * 1_000_000_000)
        if isOver || attached.pendingCount() == 0 { return }
      }
    }
  }

  private static func real(_ strategy: Selection<StrategyEntry>) -> MemoryCheck {
    let attached = strategy.entry.attach(strategy.values, DispatchScheduler.main, ForgetfulView())
    return MemoryCheck(attached: attached, wave: 50_000) { attached, wave in
      let hasSubmitted = PublishedCount()
      let submit = attached.submit
      Thread.detachNewThread {
        for index in wave { submit(Self.change(index)) }
        hasSubmitted.value.store(1, ordering: .releasing)
      }
      MainLoop.turn(atMost: .seconds(2)) {
        hasSubmitted.value.load(ordering: .acquiring) == 1 && attached.pendingCount() == 0
      }
    }
  }

  private static func change(_ index: Int) -> RowChange {
    RowChange(index: index, row: index % StrategyEntry.sectionCount, kind: .change)
  }
}

/// A view that shows nothing and keeps nothing.
private final class ForgetfulView: ViewPort {
  func reload() {}
  func apply(_ change: RowChange) {}
}
