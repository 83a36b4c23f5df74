import Synchronization

/// Gives strategies their time, the main thread and queues, so that the same code runs on real
/// queues and in virtual time.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateScheduler: Sendable {
  /// A monotonic clock, in nanoseconds from any start.
  var nowNanoseconds: UInt64 { get }

  /// Whether the caller runs on the main thread.
  var isMain: Bool { get }

  /// Whether this main thread is the app's: where views are, and code of the main actor may run. True
  /// by default.
  var isMainActor: Bool { get }

  /// The turns of this main thread; the same object for everything that delivers on it.
  var turns: MainTurns { get }

  /// Runs `work` on the main thread, after all work passed before and never inside this call.
  func onMain(_ work: @escaping @Sendable () -> Void)

  /// Tells when this turn of the main thread had run its blocks, and when its layout commit was over;
  /// before the main thread comes to what is posted now. Called on the main thread. By default that is
  /// from now until the next pass, other work of this turn included.
  func timeLayout(_ done: @escaping @Sendable (_ start: UInt64, _ end: UInt64) -> Void)

  /// Runs `work` on the main thread and returns when it is done; called off it. Returns false, as by
  /// default, if the caller must not wait for this main thread.
  func runOnMain(_ work: () -> Void) -> Bool

  /// Makes a timer that fires on the main thread.
  func makeTimer() -> any UpdateTimer

  /// Makes a signal (a dispatch source) whose handler runs on the main thread.
  func makeSignal(_ kind: SignalKind) -> any UpdateSignal

  /// Makes a serial queue; `label` is the name that debuggers show.
  func makeQueue(label: String) -> any UpdateQueue
}

extension UpdateScheduler {
  /// True.
  public var isMainActor: Bool { true }

  /// From now until the next pass.
  public func timeLayout(_ done: @escaping @Sendable (_ start: UInt64, _ end: UInt64) -> Void) {
    let start = nowNanoseconds
    onMain { done(start, self.nowNanoseconds) }
  }

  /// Does nothing, and says so.
  public func runOnMain(_ work: () -> Void) -> Bool { false }
}

/// A one-shot timer that can be set again and again.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateTimer: AnyObject, Sendable {
  /// Sets what runs on the main thread when the timer fires. Call it once, before the first
  /// `schedule`.
  func setHandler(_ handler: @escaping @Sendable () -> Void)

  /// Sets the timer to fire once, at the deadline or somewhat later. This replaces any earlier
  /// setting.
  ///
  /// A firing that is already under way may still arrive, so the handler must check what is due.
  /// - Parameters:
  ///   - deadlineNanoseconds: a time of the scheduler's clock. If it is past, the timer fires soon.
  ///   - leewayNanoseconds: how late it may be, so that the system can save power.
  func schedule(deadlineNanoseconds: UInt64, leewayNanoseconds: UInt64)

  /// Stops the timer: it does not fire until it is set again.
  func disarm()
}

extension UpdateTimer {
  /// Sets the timer without leeway.
  public func schedule(deadlineNanoseconds: UInt64) {
    schedule(deadlineNanoseconds: deadlineNanoseconds, leewayNanoseconds: 0)
  }
}

/// How a signal merges the data of several calls into one.
public enum SignalKind: Sendable {
  /// Adds; the handler sees the sum. 0 does nothing.
  case add
  /// Unites bits; the handler sees all bits that were set. 0 does nothing.
  case or
  /// Replaces; the handler sees the newest data. 0 erases what is pending, so the handler does not
  /// run.
  case replace
}

/// A dispatch source of user data: merges data from any thread and wakes the main thread once for
/// all of it.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateSignal: AnyObject, Sendable {
  /// Sets what runs on the main thread with the merged data. Call it once; data merged before it
  /// counts.
  func setHandler(_ handler: @escaping @Sendable (UInt) -> Void)

  /// Merges `data` in as the signal's kind says, and wakes the main thread if the result is not 0.
  func merge(_ data: UInt)

  /// Ends the signal; what is pending is dropped.
  func cancel()
}

/// A serial queue whose items may hold it after they have returned.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateQueue: AnyObject, Sendable {
  /// Runs `work` off the main thread, after all earlier items. The queue is held, and later items
  /// wait, until `release` is called. It must be called exactly once, by `work` or by code that it
  /// passes it to.
  func async(_ work: @escaping @Sendable (_ release: @escaping @Sendable () -> Void) -> Void)
}
