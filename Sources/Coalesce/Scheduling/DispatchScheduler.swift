package import Dispatch
import Foundation

/// The scheduler of a running app: Grand Central Dispatch and its monotonic clock.
///
/// Thread safety: every member may be used from any thread.
package final class DispatchScheduler: UpdateScheduler, @unchecked Sendable {
  // `@unchecked` is safe: queues and keys may be used from any thread; not every SDK declares them Sendable.
  package static let main = DispatchScheduler(mainQueue: .main)

  package let isMainActor: Bool

  package let turns: MainTurns

  private static let mainTurns = MainTurns()
  private let turnsAsked = Atomic<Int>(0)

  private static let mainActorKey = DispatchSpecificKey<Void>()
  package let mainQueue: DispatchQueue
  // A key for each scheduler, because a queue that targets the main queue may have a scheduler of its own.
  private let mainKey = DispatchSpecificKey<Void>()

  private let timerTolerance: Duration

  /// Makes a scheduler for which `mainQueue`, which must be serial, takes the main thread's place. The system may fire
  /// its timers late by the tolerance, together with others.
  package init(mainQueue: DispatchQueue, timerTolerance: Duration = .zero) {
    self.mainQueue = mainQueue
    self.timerTolerance = timerTolerance
    // A key marks the main queue, because on Linux each access to `DispatchQueue.main` makes a new object.
    DispatchQueue.main.setSpecific(key: Self.mainActorKey, value: ())
    isMainActor = mainQueue.getSpecific(key: Self.mainActorKey) != nil
    turns = isMainActor ? Self.mainTurns : MainTurns()
    mainQueue.setSpecific(key: mainKey, value: ())
  }

  deinit { mainQueue.setSpecific(key: mainKey, value: nil) }

  private static let schedulers = DispatchSpecificKey<Weak<DispatchScheduler>>()
  /// Not of `Void`: the Thread Sanitizer takes an access to a value without size for one to the mutex behind it.
  private static let making = Locked(false)

  /// The scheduler of a serial queue: one for all coalescers that deliver there, so that they share its time.
  static func of(_ queue: DispatchQueue) -> DispatchScheduler {
    if queue.getSpecific(key: main.mainKey) != nil { return main }
    return making.withLock { _ in
      if let known = queue.getSpecific(key: schedulers)?.object { return known }
      let new = DispatchScheduler(mainQueue: queue)
      queue.setSpecific(key: schedulers, value: Weak(object: new))
      return new
    }
  }

  package var nowNanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Whether the caller runs on `mainQueue` or, if that is the app's main queue, on the main thread.
  /// Both are checked, because the main queue's work may run on a worker thread, and the main thread may be inside
  /// another queue's `sync`. The queue is checked first: that takes 29 ns on Linux, `Thread.isMainThread` 251 ns.
  package var isMain: Bool {
    DispatchQueue.getSpecific(key: mainKey) != nil || (isMainActor && Thread.isMainThread)
  }

  package func onMain(_ work: @escaping @Sendable () -> Void) {
    assert(!isMainActor || Self.watchMainQueue, "This is always true; only debug builds watch.")
    mainQueue.async(execute: work)
  }

  /// Warns if the main queue runs nothing for a second after the first use: an app's own loop may not serve it.
  private static let watchMainQueue: Bool = {
    let isServed = Flag()
    DispatchQueue.main.async { isServed.set() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
      guard !isServed.isSet else { return }
      warn(
        "the main queue has run nothing for a second, so nothing is delivered. Run a run loop or "
          + "call 'dispatchMain()'. If the app has a loop of its own, give the coalescer a scheduler for it."
      )
    }
    return true
  }()

  /// Reports when the main run loop had run the blocks of this turn and when the layout commit after them was over.
  /// Without a run loop, reports the time from now until the next pass. After the first sixteen turns, only one turn in
  /// sixteen is timed, because timing a turn makes about thirty allocations.
  package func timeLayout(_ done: @escaping @Sendable (_ start: UInt64, _ end: UInt64) -> Void) {
    let turn = turnsAsked.wrappingAdd(1, ordering: .relaxed).oldValue
    guard turn < 16 || turn.isMultiple(of: 16) else { return }
    guard RunLoop.main.currentMode != nil else {
      let start = nowNanoseconds
      return onMain { done(start, self.nowNanoseconds) }
    }
    #if canImport(Darwin)
      // Core Animation commits in an observer of order 2 000 000, before the run loop waits.
      let start = Locked<UInt64>(0)
      observe(order: 0) { start.withLock { $0 = self.nowNanoseconds } }
      observe(order: .max) { done(start.withLock { $0 }, self.nowNanoseconds) }
    #else
      // A run loop's block runs after the main queue's blocks; a block added inside it runs when the next pass begins.
      RunLoop.main.perform(inModes: [.common]) {
        let start = self.nowNanoseconds
        RunLoop.main.perform(inModes: [.common]) { done(start, self.nowNanoseconds) }
      }
    #endif
  }

  #if canImport(Darwin)
    private func observe(order: CFIndex, _ work: @escaping @Sendable () -> Void) {
      let observer = CFRunLoopObserverCreateWithHandler(
        nil, CFRunLoopActivity.beforeWaiting.rawValue, false, order
      ) { _, _ in work() }
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
    }
  #endif

  /// Runs `work` on the app's own queue and waits. For the main queue, which may itself be waiting for the caller,
  /// returns false without running `work`.
  package func runOnMain(_ work: () -> Void) -> Bool {
    guard !isMainActor else { return false }
    mainQueue.sync(execute: work)
    return true
  }

  package func makeTimer() -> any UpdateTimer {
    DispatchUpdateTimer(queue: mainQueue, tolerance: timerTolerance)
  }
}

/// A timer that uses a dispatch source. Unlike a source, it may be released before it is set.
private final class DispatchUpdateTimer: UpdateTimer {
  private struct State {
    var handler: (@Sendable () -> Void)?
    var source: (any DispatchSourceTimer)?
  }

  private let queue: DispatchQueue
  private let leeway: DispatchTimeInterval
  private let state = Locked(State())

  init(queue: DispatchQueue, tolerance: Duration) {
    self.queue = queue
    leeway = .nanoseconds(Int(clamping: tolerance.wholeNanoseconds))
  }

  deinit { state.withLock { $0.source }?.cancel() }

  func setHandler(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.handler = handler }
  }

  /// The dispatch source, made when the timer is first set, because many timers are never set.
  private var source: any DispatchSourceTimer {
    state.withLock { state in
      if let source = state.source { return source }
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.setEventHandler(handler: state.handler)
      source.activate()
      state.source = source
      return source
    }
  }

  func schedule(deadlineNanoseconds: UInt64) {
    source.schedule(
      deadline: deadlineNanoseconds > Int64.max
        ? .distantFuture : DispatchTime(uptimeNanoseconds: deadlineNanoseconds),
      leeway: leeway)
  }

  func disarm() { state.withLock { $0.source }?.schedule(deadline: .distantFuture) }
}
