import CBenchPlatform
import Coalesce
import CoalesceTesting
import Foundation

/// Runs two regions of code for each strategy, each between calls to functions that tell valgrind when to count.
/// A region runs the strategy in virtual time, with a view that draws nothing, on one thread. It uses no clock and
/// no Foundation, and the hash seed is fixed, so it executes the same instructions each time.
package struct InstructionJob: ChildJob {
  package static let name = "instructions"

  package struct Answer: Codable, Sendable {
    /// The process ID, padded to ten digits: another length would move the heap and so change the counts.
    package let process: String
    package let strategy: String
  }

  package static let updates = 1_000

  let strategies: String

  package init(strategies: String) { self.strategies = strategies }

  /// Runs each strategy in a fork of this process, because the heap that one strategy leaves would change later counts.
  package func run(
    _ registry: Registry, answer: @escaping @Sendable (Answer) throws -> Void
  ) throws {
    for strategy in try Self.known(strategies, registry.strategies) {
      let copy = cplatform_fork()
      guard copy == 0 else {
        try Self.end(of: copy)
        continue
      }
      let process = String(getpid())
      try answer(
        Answer(
          process: String(repeating: "0", count: 10 - process.count) + process,
          strategy: strategy.key))
      // The first pass, which is not counted, links code and fills the runtime's caches.
      for isCounted in [false, true] {
        Self.submit(to: strategy, isCounted: isCounted)
        Self.cycle(strategy, isCounted: isCounted)
      }
      _exit(0)
    }
  }

  /// Waits for a fork to end. Ignores its status, because a crash shows as incomplete counts.
  private static func end(of copy: pid_t) throws {
    guard copy > 0, waitpid(copy, nil, 0) == copy else {
      throw BenchError.cannotStart(path: "a copy of this process", cause: "error \(errno).")
    }
  }

  /// The strategies in `list`, except those that this build does not know or cannot run in virtual time.
  private static func known(
    _ list: String, _ entries: [StrategyEntry]
  ) throws -> [Selection<StrategyEntry>] {
    let names = list.split(separator: ",").filter { item in
      let name = item.drop { $0 == " " || $0 == "!" }
      return (try? [Selection].strategies(String(name), from: entries, time: .virtual)) != nil
    }
    return try .strategies(names.joined(separator: ","), from: entries, time: .virtual)
  }

  /// Submits updates off the simulated main thread while an update is pending.
  private static func submit(to strategy: Selection<StrategyEntry>, isCounted: Bool) {
    let view = RegionView()
    let attached = strategy.entry.attach(strategy.values, view.scheduler, view)
    let (submit, change) = (attached.submit, view.change(0))
    view.scheduler.at(.zero) {
      submit(change)
      if isCounted { cplatform_counting_begins() }
      for _ in 0..<updates { submit(change) }
      if isCounted { cplatform_counting_ends() }
      attached.cancel()
    }
    view.scheduler.run()
  }

  /// Submits bursts of 50 updates, and delivers them all.
  private static func cycle(_ strategy: Selection<StrategyEntry>, isCounted: Bool) {
    let view = RegionView()
    let attached = strategy.entry.attach(strategy.values, view.scheduler, view)
    let times = (0..<UInt64(updates)).map { (index: UInt64) -> UInt64 in
      index / 50 * 100_000_000 + index % 50 * 100_000
    }
    view.scheduler.setArrivals(times) { attached.submit(view.change($0)) }
    if isCounted { cplatform_counting_begins() }
    view.scheduler.run(untilNanoseconds: 60_000_000_000)
    if isCounted { cplatform_counting_ends() }
    attached.cancel()
    view.scheduler.run()
  }
}

/// A view of fifty rows whose deliveries only spend virtual time.
private final class RegionView: ViewPort, @unchecked Sendable {
  // `@unchecked` is safe: each view belongs to one simulation, which runs on one thread.
  let scheduler = VirtualScheduler(hop: .microseconds(50))
  private var rows = (0..<50).map { ListRow(id: $0, value: -1) }

  func change(_ index: Int) -> RowChange {
    let row = index % rows.count
    rows[row].value = index
    return RowChange(index: index, row: row, kind: .change)
  }

  func reload() { scheduler.spend(nanoseconds: 2_000_000) }
  func apply(_ change: RowChange) { scheduler.spend(nanoseconds: 150_000) }
  func snapshot() -> [ListRow] { rows }
}
