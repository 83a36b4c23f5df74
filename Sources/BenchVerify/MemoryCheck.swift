import BenchHarness
import Coalesce
import CoalesceTesting
import Dispatch
import Foundation

/// Checks that a strategy keeps no delivered updates: submits many in waves, and compares memory early and at the end.
enum MemoryCheck {
  private typealias Wave = (Range<Int>) -> Void

  private static let updates = 200_000

  static func result(_ strategy: Selection<StrategyEntry>, time: TimeMode) -> PromiseResult {
    func result(_ verdict: PromiseVerdict, _ detail: String = "") -> PromiseResult {
      PromiseResult(promise: .boundedMemory, verdict: verdict, detail: detail, time: time)
    }
    let size = time == .virtual ? 1_000 : 20_000
    let wave = time == .virtual ? virtual(strategy) : real(strategy)
    var early: UInt64?
    for start in stride(from: 0, to: updates, by: size) {
      wave(start..<start + size)
      StageWatch.noteProgress()
      if start + size == updates / 10 { early = ProcessMemory.residentBytes(of: getpid()) }
    }
    guard let early, let late = ProcessMemory.residentBytes(of: getpid()) else {
      return result(
        .notChecked, "this system does not report how much memory a process uses")
    }
    // Keeping every update would take more than this; allocators vary by less.
    guard late > early + UInt64(2 * updates + 2 << 20) else { return result(.pass) }
    return result(
      .fail,
      "resident memory grew by \((late - early) >> 10) KiB during \(updates * 9 / 10) updates")
  }

  private static func virtual(_ strategy: Selection<StrategyEntry>) -> Wave {
    let scheduler = VirtualScheduler(hop: .microseconds(1))
    let attached = strategy.entry.attach(strategy.values, scheduler, ForgetfulView())
    return { wave in
      let start = scheduler.elapsedNanoseconds
      scheduler.setArrivals(wave.indices.map { start + 10_000 * UInt64($0 - wave.lowerBound) }) {
        attached.submit(Self.change(wave.lowerBound + $0))
        StageWatch.noteProgress()
      }
      // Waits an hour at most: the check of `terminates` finds longer delays.
      for second in 1...3_600 {
        let isOver = scheduler.run(untilNanoseconds: start + UInt64(second) * 1_000_000_000)
        if isOver || attached.pendingCount() == 0 { return }
      }
    }
  }

  private static func real(_ strategy: Selection<StrategyEntry>) -> Wave {
    let attached = strategy.entry.attach(strategy.values, DispatchScheduler.main, ForgetfulView())
    let submit = attached.submit
    return { wave in
      let hasSubmitted = PublishedCount()
      Thread.detachNewThread {
        for index in wave { submit(Self.change(index)) }
        hasSubmitted.value.store(1, ordering: .releasing)
      }
      MainLoop.turn(atMost: .seconds(10)) {
        hasSubmitted.value.load(ordering: .acquiring) == 1 && attached.pendingCount() == 0
      }
    }
  }

  private static func change(_ index: Int) -> RowChange {
    RowChange(index: index, row: index % StrategyEntry.sectionCount, kind: .change)
  }
}

private final class ForgetfulView: ViewPort {
  func reload() {}
  func apply(_ change: RowChange) {}
}
