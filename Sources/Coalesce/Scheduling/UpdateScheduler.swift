import Synchronization

/// Where a strategy gets time, main and queues from, so that the same code runs on real queues and
/// in virtual time.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateScheduler: Sendable {
  /// A monotonic clock, in nanoseconds; where it starts does not matter.
  var nowNanoseconds: UInt64 { get }

  /// Whether the caller runs on main.
  var isMain: Bool { get }

  /// What deliveries this main makes; the same object for all that deliver on it.
  var deliveries: DeliveryCounter { get }

  /// Runs `work` on main, after everything handed over before and never inside this call.
  func onMain(_ work: @escaping @Sendable () -> Void)

  /// Makes a timer that fires on main.
  func makeTimer() -> any UpdateTimer

  /// Makes a signal (a dispatch source) whose handler runs on main.
  func makeSignal(_ kind: SignalKind) -> any UpdateSignal

  /// Makes a serial queue; `label` is the name that debuggers show.
  func makeQueue(label: String) -> any UpdateQueue
}

/// A one-shot timer that can be set again and again.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateTimer: AnyObject, Sendable {
  /// Says what runs on main when the timer fires. Call once, before the first `schedule`.
  func setHandler(_ handler: @escaping @Sendable () -> Void)

  /// Sets the timer to fire once, at `deadline` or somewhat later, in place of any earlier setting.
  ///
  /// A firing that was already under way may still arrive, so the handler checks what is due.
  /// - Parameters:
  ///   - deadlineNanoseconds: a time of the scheduler's clock; a past one fires soon.
  ///   - leewayNanoseconds: by how much it may be late, for the system to save power.
  func schedule(deadlineNanoseconds: UInt64, leewayNanoseconds: UInt64)

  /// Sets the timer to not fire.
  func disarm()
}

extension UpdateTimer {
  /// Sets the timer without leeway.
  public func schedule(deadlineNanoseconds: UInt64) {
    schedule(deadlineNanoseconds: deadlineNanoseconds, leewayNanoseconds: 0)
  }
}

/// Counts the deliveries of all coalescers on one main, so that each can tell whether another one
/// delivered behind it, and what it timed was not its own.
///
/// Thread safety: every member may be used from any thread.
public final class DeliveryCounter: Sendable {
  private let begun = Atomic<Int>(0)

  /// Counts from 0.
  public init() {}

  /// How many have begun.
  var count: Int { begun.load(ordering: .relaxed) }

  /// Another one begins.
  func begin() { begun.wrappingAdd(1, ordering: .relaxed) }
}

/// How a signal merges the data of several calls into one.
public enum SignalKind: Sendable {
  /// Adds; the handler sees the sum. 0 does nothing.
  case add
  /// Unites bits; the handler sees all that were set. 0 does nothing.
  case or
  /// Replaces; the handler sees the newest. 0 erases what is pending, so that no handler runs.
  case replace
}

/// A dispatch source of user data: merges what any thread hands in, wakes main at most once.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateSignal: AnyObject, Sendable {
  /// Says what runs on main with the merged data. Call once; merges made before it count.
  func setHandler(_ handler: @escaping @Sendable (UInt) -> Void)

  /// Merges `data` in as the signal's kind says, and wakes main if that leaves anything but 0.
  func merge(_ data: UInt)

  /// Ends the signal; what is pending is dropped.
  func cancel()
}

/// A serial queue whose items may hold it after they have returned.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateQueue: AnyObject, Sendable {
  /// Runs `work` off main after all earlier items; the queue stays held, and later items wait,
  /// until `work` or anyone it told has called the closure that it was given, exactly once.
  func async(_ work: @escaping @Sendable (_ release: @escaping @Sendable () -> Void) -> Void)
}
