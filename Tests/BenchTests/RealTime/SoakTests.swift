@testable import BenchHarness
import Coalesce
import Foundation
import Testing

private let soakSeconds =
  ProcessInfo.processInfo.environment["COALESCE_SOAK_SECONDS"].flatMap(Double.init) ?? 0

/// Eight producers, for as many seconds a strategy as `COALESCE_SOAK_SECONDS` says; off without it. Alone in
/// the process (`--filter SoakTests`), because it looks at the memory of all of it.
@Suite(.serialized, .enabled(if: soakSeconds > 0)) struct SoakTests {
  @Test(arguments: [
    "naive", "source-add", "throttle", "view-queue", "main-drain", "main-drain-bounded",
    "pending-flag",
  ])
  func nothingIsLostOrOutOfOrderAndMemoryStaysFlat(_ name: String) async throws {
    let selection = try #require(Selection<StrategyEntry>.parse(name, from: .standard).first)
    let tally = SoakTally(producers: 8)
    let strategy = selection.entry.attach(selection.values, DispatchScheduler.main, tally)
    let start = ContinuousClock.now
    let end = start + .seconds(soakSeconds)
    for producer in tally.model.indices { tally.produce(producer, until: end, for: strategy) }
    try await Task.sleep(for: .seconds(soakSeconds) / 10)
    let early = ProcessMemory.residentBytes(of: getpid())
    while tally.running.value.load(ordering: .acquiring) > 0 || strategy.pendingCount() > 0 {
      try await Task.sleep(for: .milliseconds(50))
    }
    // What was pending last may still be on its way to the view.
    await withCheckedContinuation { settled in DispatchQueue.main.async { settled.resume() } }
    #expect(tally.shown == tally.submitted)
    #expect(tally.outOfOrder == 0)
    if let early, let late = ProcessMemory.residentBytes(of: getpid()) {
      #expect(late <= max(early + early / 4, early + 64 << 20), "\(early) bytes became \(late).")
    }
  }
}

/// What of each producer's updates a strategy has shown.
///
/// Thread safety: producers store into counters of their own in `model`; everything else is main's.
private final class SoakTally: ViewPort, @unchecked Sendable {
  // Proof of `@unchecked`: the counters are atomic, handlers are called on main only, and the test reads
  // once main is done.
  let model: [PublishedCount]
  let running = PublishedCount()
  private(set) var outOfOrder = 0
  private(set) var shown: [Int]

  init(producers: Int) {
    model = (0..<producers).map { _ in PublishedCount() }
    shown = Array(repeating: 0, count: producers)
    running.value.store(producers, ordering: .relaxed)
  }

  var submitted: [Int] { model.map { $0.value.load(ordering: .acquiring) } }

  /// Submits on a thread. It waits while much is pending: a strategy slower than its producers would
  /// only show how fast a queue grows.
  func produce(_ producer: Int, until end: ContinuousClock.Instant, for strategy: AttachedStrategy)
  {
    let submit = strategy.submit
    let pendingCount = strategy.pendingCount
    Thread.detachNewThread { [self] in
      var number = 0
      while ContinuousClock.now < end {
        for _ in 0..<256 {
          model[producer].value.store(number + 1, ordering: .releasing)
          submit(
            RowChange(index: number * model.count + producer, row: producer, kind: .change))
          number += 1
        }
        while pendingCount() > 10_000 { Pacer.sleep(nanoseconds: 100_000) }
      }
      running.value.subtract(1, ordering: .releasing)
    }
  }

  func reload() { shown = submitted }

  /// An update that comes before those before it is out of order, and one that never comes leaves the
  /// count short.
  func apply(_ change: RowChange) {
    let producer = change.index % model.count
    if change.index / model.count != shown[producer] { outOfOrder += 1 }
    shown[producer] += 1
  }
}
