import BenchHarness
import BenchMath
import Coalesce
import Dispatch
import Foundation
import Synchronization

/// One instance of a strategy in real time, with threads that submit to it.
///
/// Thread safety: made and used on the main thread only; the threads that it starts use what is
/// atomic or locked.
final class RealTimeRound: @unchecked Sendable {
  // Proof of `@unchecked`: `view` is Sendable and constant, `handler` is set in `init` alone,
  // all else is locked or atomic.
  let view: WatchedView
  /// The way to the view, which only the strategy holds.
  private weak var handler: HandlerWatch?
  /// Runs inside each delivery.
  private let inside: Locked<Inside>
  private let strategy: Locked<AttachedStrategy?>
  private let isStopped = Atomic<Bool>(false)
  private let running = PublishedCount()
  private let posted = PublishedCount()

  /// In a structure, for a bare closure gets another wrapping with each access through a generic.
  private struct Inside: Sendable { var work: @Sendable () -> Void = {} }

  /// How much may be pending before the threads wait.
  private static let backlog = 200

  init(_ selection: Selection<StrategyEntry>, deliveryNanoseconds: UInt64 = 20_000) {
    let inside = Locked(Inside())
    self.inside = inside
    view = WatchedView(
      WatchedView.Surroundings(
        now: { DispatchTime.now().uptimeNanoseconds }, isMain: { Thread.isMainThread },
        work: {
          _ = Pacer.spin(
            untilNanoseconds: DispatchTime.now().uptimeNanoseconds + deliveryNanoseconds)
          let inside = inside.withLock { $0 }
          inside.work()
        }))
    let handler = HandlerWatch(view, isMain: { Thread.isMainThread })
    strategy = Locked(selection.entry.attach(selection.values, DispatchScheduler.main, handler))
    self.handler = handler
  }

  /// Says what runs inside each delivery from now on.
  func setInside(_ work: @escaping @Sendable () -> Void) { inside.withLock { $0.work = work } }

  /// Starts threads that submit for a time, until ``stop()``, or until the strategy is dropped.
  ///
  /// They look at the time themselves, for who drains as long as there is something pending keeps
  /// main meanwhile.
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

  /// Does something on a thread, for which ``stop()`` waits.
  func onThread(_ work: @escaping @Sendable (RealTimeRound) -> Void) {
    running.value.add(1, ordering: .relaxed)
    Thread.detachNewThread { [self] in
      work(self)
      running.value.subtract(1, ordering: .releasing)
    }
  }

  /// Some updates of one thread. Returns whether the strategy is still there.
  private func submitBurst(_ thread: Int, _ random: inout SeededGenerator) -> Bool {
    guard let strategy = strategy.withLock({ $0 }) else { return false }
    guard strategy.pendingCount() < Self.backlog else { return true }
    for _ in 0..<Int.random(in: 1...24, using: &random) {
      strategy.submit(view.change(producer: thread))
    }
    return true
  }

  /// Runs `work` on main, later. What waits to be run is counted: beside a busy machine it may come
  /// when everything else has been shown, and what it submits then is not lost.
  func post(_ work: @escaping @Sendable (RealTimeRound) -> Void) {
    posted.value.add(1, ordering: .relaxed)
    DispatchQueue.main.async { [self] in
      work(self)
      posted.value.subtract(1, ordering: .relaxed)
    }
  }

  /// Submits on behalf of a producer; main is 0.
  func submit(_ producer: Int = 0) {
    guard let strategy = strategy.withLock({ $0 }) else { return }
    strategy.submit(view.change(producer: producer))
  }

  /// Submits on main, and changes the model only then.
  func announceOnMain() {
    guard let strategy = strategy.withLock({ $0 }) else { return }
    let change = view.announce(producer: 0)
    strategy.submit(change)
    view.make(change)
  }

  /// Whether anybody still holds the strategy's way to the view.
  var isHandlerHeld: Bool { handler != nil }

  /// Flushes. On main only.
  func flush() { strategy.withLock { $0 }?.flush() }

  /// Cancels.
  func cancel() {
    guard let strategy = strategy.withLock({ $0 }) else { return }
    strategy.cancel()
    view.noteCancel()
  }

  /// Gives up the round's reference; a thread that submits at this moment has another one.
  func drop() {
    var dropped: AttachedStrategy?
    strategy.withLock { swap(&$0, &dropped) }
  }

  var pendingCount: Int { strategy.withLock { $0 }?.pendingCount() ?? 0 }

  /// Turns the run loop for a time.
  func turn(_ duration: Duration) { turn(atMost: duration) { false } }

  /// Turns the run loop until `isDone`, at most for a time. Returns whether it was done.
  @discardableResult
  func turn(atMost duration: Duration, until isDone: () -> Bool) -> Bool {
    MainLoop.turn(
      atMost: duration,
      afterEach: {
        StageWatch.noteProgress()
        view.noteTurn()
      }, until: isDone)
  }

  /// Turns the run loop until nothing is pending and all is shown, and that is still so 10 ms later.
  /// Waits for slow strategies; gives up after `patience` without progress.
  func settle(_ patience: Duration) {
    let parts = 8
    var before: [Int] = []
    var idle = 0
    for _ in 0..<100 * parts where idle < parts {
      if turn(atMost: patience / parts, until: { isQuiet }) {
        turn(.milliseconds(10))
        if isQuiet { return }
      }
      let now = [view.counts.updates, view.counts.open, pendingCount]
      idle = now == before ? idle + 1 : 0
      before = now
    }
  }

  /// Lets the threads finish, and waits for them.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    turn(atMost: .seconds(60)) { running.value.load(ordering: .acquiring) == 0 }
  }
}

/// How far it has come.
extension RealTimeRound {
  /// Whether nothing is posted or pending, and all is shown.
  var isQuiet: Bool {
    posted.value.load(ordering: .relaxed) == 0 && pendingCount == 0 && view.counts.open == 0
  }
}
