public import Dispatch
import Foundation

/// The scheduler of a running app: Grand Central Dispatch and its monotonic clock.
///
/// Thread safety: every member may be used from any thread.
public final class DispatchScheduler: UpdateScheduler, @unchecked Sendable {
  // Proof of `@unchecked`: queues and keys may be used from any thread, which not every SDK says.
  /// The scheduler whose main thread is the main queue.
  public static let main = DispatchScheduler(mainQueue: .main)

  /// Whether this is the scheduler of the main queue.
  public let isMainActor: Bool

  /// The turns of this main thread.
  public let turns = MainTurns()

  private static let mainActorKey = DispatchSpecificKey<Void>()
  private let mainQueue: DispatchQueue
  // One of its own: a queue that targets main is main, too, and may have a scheduler of its own.
  private let mainKey = DispatchSpecificKey<Void>()

  /// Makes a scheduler.
  /// - Parameter mainQueue: the serial queue that takes the main thread's place, on which handlers
  ///   are called. An app wants ``main``; a server that coalesces writes passes a queue of its own.
  public init(mainQueue: DispatchQueue) {
    self.mainQueue = mainQueue
    // Asked by a mark, for on Linux each call of `DispatchQueue.main` makes an object of its own.
    DispatchQueue.main.setSpecific(key: Self.mainActorKey, value: ())
    isMainActor = mainQueue.getSpecific(key: Self.mainActorKey) != nil
    mainQueue.setSpecific(key: mainKey, value: ())
  }

  deinit { mainQueue.setSpecific(key: mainKey, value: nil) }

  /// `DispatchTime.uptimeNanoseconds`, in nanoseconds since boot.
  public var nowNanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Whether the caller runs on the main queue, or, if that is the app's, on the main thread.
  ///
  /// It asks the queue first, and then the thread: the main queue's work may run on a worker thread,
  /// and the main thread may be inside another queue's `sync`. `Thread.isMainThread` takes 251 ns on
  /// Linux, the queue 29 ns.
  public var isMain: Bool {
    DispatchQueue.getSpecific(key: mainKey) != nil || (isMainActor && Thread.isMainThread)
  }

  /// Runs `work` in a later pass of the main queue.
  public func onMain(_ work: @escaping @Sendable () -> Void) {
    mainQueue.async(execute: work)
  }

  /// Tells when the main run loop had run the blocks of this turn and when the layout commit behind
  /// them was over; where no run loop turns main, that is from now until its next pass.
  public func timeLayout(_ done: @escaping @Sendable (_ start: UInt64, _ end: UInt64) -> Void) {
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
      // A run loop runs such blocks behind those of the main queue, and at its next beginning.
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

  /// Runs `work` on a queue of one's own and waits for it. Not on the main queue: that may be waiting
  /// for the caller.
  public func runOnMain(_ work: () -> Void) -> Bool {
    guard !isMainActor else { return false }
    mainQueue.sync(execute: work)
    return true
  }

  /// Makes a timer from a dispatch timer source.
  public func makeTimer() -> any UpdateTimer { DispatchUpdateTimer(queue: mainQueue) }

  /// Makes a dispatch source of user data.
  public func makeSignal(_ kind: SignalKind) -> any UpdateSignal {
    DispatchUpdateSignal(kind, queue: mainQueue)
  }

  /// Makes a serial dispatch queue.
  public func makeQueue(label: String) -> any UpdateQueue { DispatchUpdateQueue(label: label) }
}

/// A serial dispatch queue that is suspended while an item holds it.
final class DispatchUpdateQueue: UpdateQueue {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func async(_ work: @escaping @Sendable (_ release: @escaping @Sendable () -> Void) -> Void) {
    queue.async { [queue] in
      queue.suspend()
      // `release` keeps the queue alive: releasing a suspended queue traps.
      work { queue.resume() }
    }
  }
}

/// A dispatch source of user data that can be created and dropped without ever being used.
final class DispatchUpdateSignal: UpdateSignal, @unchecked Sendable {
  // Proof of `@unchecked`: sources may be used from any thread, which not every SDK says.
  private let source: any DispatchSourceProtocol
  private let mergeData: (UInt) -> Void

  init(_ kind: SignalKind, queue: DispatchQueue) {
    switch kind {
    case .add:
      let source = DispatchSource.makeUserDataAddSource(queue: queue)
      self.source = source
      mergeData = { source.add(data: $0) }
    case .or:
      let source = DispatchSource.makeUserDataOrSource(queue: queue)
      self.source = source
      mergeData = { source.or(data: $0) }
    case .replace:
      let source = DispatchSource.makeUserDataReplaceSource(queue: queue)
      self.source = source
      mergeData = { source.replace(data: $0) }
    }
  }

  deinit {
    // Releasing a source that was never activated traps; activating twice is harmless.
    source.activate()
    source.cancel()
  }

  func setHandler(_ handler: @escaping @Sendable (UInt) -> Void) {
    source.setEventHandler { [weak self] in
      guard let self else { return }
      handler(source.data)
    }
    source.activate()
  }

  func merge(_ data: UInt) { mergeData(data) }

  func cancel() { source.cancel() }
}

/// A dispatch timer source that can be created and dropped without ever being used.
final class DispatchUpdateTimer: UpdateTimer {
  private struct State {
    var handler: (@Sendable () -> Void)?
    var source: (any DispatchSourceTimer)?
  }

  private let queue: DispatchQueue
  private let state = Locked(State())

  init(queue: DispatchQueue) { self.queue = queue }

  deinit { state.withLock { $0.source }?.cancel() }

  func setHandler(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.handler = handler }
  }

  /// Made when it is set for the first time: many coalescers never are.
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

  func schedule(deadlineNanoseconds: UInt64, leewayNanoseconds: UInt64) {
    source.schedule(
      deadline: deadlineNanoseconds > Int64.max
        ? .distantFuture : DispatchTime(uptimeNanoseconds: deadlineNanoseconds),
      leeway: .nanoseconds(Int(clamping: leewayNanoseconds)))
  }

  func disarm() { state.withLock { $0.source }?.schedule(deadline: .distantFuture) }
}
