import BenchHarness
import BenchMath
import Coalesce
import Dispatch
import Foundation

/// One instance of a strategy in real time, with threads that submit to it.
///
/// Thread safety: made and used on the main thread only; the threads that it starts use only atomic or locked state.
final class RealTimeRound: WatchedStrategy, @unchecked Sendable {
  // `@unchecked` is safe: all properties are constant.
  private let isStopped = Atomic<Bool>(false)
  private let running = PublishedCount()
  private let posted = PublishedCount()

  /// How many updates may be pending before threads pause their submissions.
  private static let backlog = 200
  private static let deliveryNanoseconds: UInt64 = 20_000

  init(_ selection: Selection<StrategyEntry>) {
    super.init(selection, on: DispatchScheduler.main)
    setInside {}
  }

  func setInside(_ work: @escaping @Sendable () -> Void) {
    watch.hooks.withLock { hooks in
      hooks.work = {
        let end = Clocks.uptime + Self.deliveryNanoseconds
        while Clocks.uptime < end {}
        work()
      }
    }
  }

  /// Starts threads that submit for `duration`, or until ``stop()`` or ``drop()`` if that comes first.
  func startThreads(_ count: Int, lasting duration: Duration, seed: UInt64) {
    let end = ContinuousClock.now + duration
    for number in 1...count {
      onThread { round in
        var random = SeededGenerator(seed: seed &+ UInt64(number))
        while !round.isStopped.load(ordering: .relaxed), ContinuousClock.now < end,
          round.submitBurst(number, &random)
        {
          Pacer.sleep(nanoseconds: .random(in: 0...300_000, using: &random))
        }
      }
    }
  }

  /// Runs `work` on a new thread; ``stop()`` waits until it has ended.
  func onThread(_ work: @escaping @Sendable (RealTimeRound) -> Void) {
    running.value.wrappingAdd(1, ordering: .relaxed)
    Thread.detachNewThread { [self] in
      work(self)
      running.value.wrappingAdd(-1, ordering: .releasing)
    }
  }

  /// Submits some updates, unless too many are pending. Returns whether the strategy still exists.
  private func submitBurst(_ thread: Int, _ random: inout SeededGenerator) -> Bool {
    guard let attached else { return false }
    guard attached.pendingCount() < Self.backlog else { return true }
    for _ in 0..<Int.random(in: 1...24, using: &random) {
      attached.submit(watch.change(producer: thread))
    }
    return true
  }

  /// Runs `work` on the main thread later. ``isQuiet`` is false until then, because `work` may submit an update.
  func post(_ work: @escaping @Sendable (RealTimeRound) -> Void) {
    posted.value.wrappingAdd(1, ordering: .relaxed)
    DispatchQueue.main.async { [self] in
      work(self)
      posted.value.wrappingAdd(-1, ordering: .relaxed)
    }
  }

  private var openCount: Int { watch.update { $0.updates.count - $0.shownCount } }

  var isQuiet: Bool {
    posted.value.load(ordering: .relaxed) == 0 && pendingCount == 0 && openCount == 0
  }

  func turn(_ duration: Duration) { turn(atMost: duration) { false } }

  @discardableResult
  func turn(atMost duration: Duration, until isDone: () -> Bool) -> Bool {
    MainLoop.turn(
      atMost: duration,
      by: {
        MainLoop.pass()
        StageWatch.noteProgress()
        watch.update { $0.beginTurn() }
      }, until: isDone)
  }

  /// Turns the run loop until ``isQuiet`` holds twice, 10 ms apart; gives up after `patience` without progress.
  func settle(_ patience: Duration) {
    let parts = 8
    var before: [Int] = []
    var idle = 0
    for _ in 0..<100 * parts where idle < parts {
      if turn(atMost: patience / parts, until: { isQuiet }) {
        turn(.milliseconds(10))
        if isQuiet { return }
      }
      let now = [watch.update { $0.updates.count }, openCount, pendingCount]
      idle = now == before ? idle + 1 : 0
      before = now
    }
  }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    turn(atMost: .seconds(60)) { running.value.load(ordering: .acquiring) == 0 }
  }
}
