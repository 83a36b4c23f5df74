import BenchHarness
import Coalesce
import Dispatch
import Foundation

/// Drives one strategy for as many updates as one likes, in constant memory, and says what was
/// lost and how the memory went.
///
/// A soak measures no latency. Producers wait while too much is pending, or a strategy slower than
/// they are would only show how fast a queue grows.
///
/// Thread safety: on the main thread of a synchronous program only.
package final class Soak {
  /// What a soak found.
  package struct Result: Codable, Sendable {
    /// The strategy's key.
    package let strategy: String
    /// What was submitted, what was not shown, what was applied out of order.
    package let updates: Int, lost: Int, outOfOrder: Int
    /// Calls of the strategy's handler.
    package let deliveries: Int
    /// Resident memory after the first tenth and at the end, in MiB; nil where the system does not
    /// say.
    package let memoryEarlyMiB: Double?, memoryLateMiB: Double?
    /// How long it took.
    package let seconds: Double
  }

  private let attached: AttachedStrategy
  private let tally: SoakTally
  private let name: String
  private let producers: Int
  private let updatesEach: Int
  private let running = PublishedCount()

  /// So few that their memory is nothing beside a leak: a million turns that waited in a view's queue
  /// took 500 MiB, and the memory of a soak said only how far behind main was.
  private static let mostPending = 10_000

  package init(_ strategy: Selection<StrategyEntry>, updates: Int, producers: Int) {
    name = strategy.key
    self.producers = producers
    updatesEach = updates / producers
    let tally = SoakTally(producers: producers)
    self.tally = tally
    attached = strategy.entry.attach(strategy.values, DispatchScheduler.main, tally)
  }

  /// Runs until everything was submitted and nothing is pending.
  package func run() -> Result {
    let start = ContinuousClock.now
    running.value.store(producers, ordering: .relaxed)
    for producer in 0..<producers { startProducer(producer) }
    let tick = DispatchSource.makeTimerSource(queue: .main)
    tick.schedule(deadline: .now(), repeating: .milliseconds(100))
    tick.setEventHandler {}
    tick.activate()
    var early: Double?
    let total = updatesEach * producers
    while running.value.load(ordering: .acquiring) > 0 || attached.pendingCount() > 0 {
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
      let share = Double(tally.published) / Double(total)
      if early == nil && share >= 0.1 { early = Self.residentMiB() }
    }
    tick.cancel()
    return Result(
      strategy: name, updates: total, lost: total - tally.shown, outOfOrder: tally.outOfOrder,
      deliveries: tally.deliveries, memoryEarlyMiB: early, memoryLateMiB: Self.residentMiB(),
      seconds: (ContinuousClock.now - start).milliseconds / 1_000)
  }

  private func startProducer(_ producer: Int) {
    let submit = attached.submit
    let pendingCount = attached.pendingCount
    let model = tally.model[producer]
    Thread.detachNewThread { [running, producers, updatesEach] in
      for number in 0..<updatesEach {
        model.value.store(number + 1, ordering: .releasing)
        submit(RowChange(index: number * producers + producer, row: producer, kind: .change))
        guard number % 256 == 255 else { continue }
        while pendingCount() > Self.mostPending { Pacer.sleep(nanoseconds: 100_000) }
      }
      running.value.subtract(1, ordering: .releasing)
      DispatchQueue.main.async {}
    }
  }

  private static func residentMiB() -> Double? {
    ProcessMemory.residentBytes(of: getpid()).map { Double($0) / 1_048_576 }
  }
}

/// What of each producer's updates a soaked strategy has shown.
///
/// Thread safety: producers store into counters of their own in `model`; everything else is main's.
final class SoakTally: ViewPort, @unchecked Sendable {
  // Proof of `@unchecked`: the counters are atomic, and handlers are called on main only.
  let model: [PublishedCount]
  private(set) var deliveries = 0
  private(set) var outOfOrder = 0
  private var shownByProducer: [Int]

  init(producers: Int) {
    model = (0..<producers).map { _ in PublishedCount() }
    shownByProducer = Array(repeating: 0, count: producers)
  }

  var shown: Int { shownByProducer.reduce(0, +) }

  var published: Int { model.reduce(0) { $0 + $1.value.load(ordering: .relaxed) } }

  func reload() {
    deliveries += 1
    for producer in model.indices {
      shownByProducer[producer] = model[producer].value.load(ordering: .acquiring)
    }
  }

  /// An update that comes before those before it is out of order, and one that never comes leaves
  /// the count short.
  func apply(_ change: RowChange) {
    deliveries += 1
    let producer = change.index % model.count
    if change.index / model.count != shownByProducer[producer] { outOfOrder += 1 }
    shownByProducer[producer] += 1
  }
}
