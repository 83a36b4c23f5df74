/// Provides the time, the main thread and timers, so that coalescers run on real queues and in virtual time.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateScheduler: Sendable {
  /// The time of a monotonic clock, in nanoseconds since an arbitrary start.
  var nowNanoseconds: UInt64 { get }

  /// Whether the caller runs on the main thread.
  var isMain: Bool { get }

  /// Whether this main thread is the app's own, where main-actor code may run. True by default.
  var isMainActor: Bool { get }

  /// The turns of this main thread: one object shared by everything that delivers on it.
  var turns: MainTurns { get }

  /// Runs `work` on the main thread, after all work that was passed earlier, and never inside this call.
  func onMain(_ work: @escaping @Sendable () -> Void)

  /// Calls `done` with two timestamps: when this turn of the main thread had run its blocks, and when its layout commit
  /// had ended. Does so before the main thread runs what is posted after this call, or given to ``afterPaint(_:)``, but
  /// may skip turns. Called on the main thread. By default, the times are now and the start of the next pass, so they
  /// include other work of this turn.
  func timeLayout(_ done: @escaping @Sendable (_ start: UInt64, _ end: UInt64) -> Void)

  /// For a toolkit that draws in frames, after the turn in which something changed: keeps `work`, calls it on the main
  /// thread once this turn's changes are on the screen, after any `done` of ``timeLayout(_:)``, and returns true. Then
  /// ``timeLayout(_:)`` reports the painted time as the end, and as the start that time minus the main thread's work
  /// since the call. If nothing is drawn within 100 ms, deliveries go on. Called on the main thread. By default,
  /// returns false: the changes of a turn are drawn before the next pass, as UIKit and AppKit do it.
  func afterPaint(_ work: @escaping @Sendable () -> Void) -> Bool

  /// Called off the main thread. Runs `work` on the main thread and waits, or returns false without running it.
  func runOnMain(_ work: () -> Void) -> Bool

  /// Makes a timer that fires on the main thread.
  func makeTimer() -> any UpdateTimer
}

extension UpdateScheduler {
  /// True.
  public var isMainActor: Bool { true }

  /// Calls `done` in the next pass, with the time of this call and the time of that pass.
  public func timeLayout(_ done: @escaping @Sendable (_ start: UInt64, _ end: UInt64) -> Void) {
    let start = nowNanoseconds
    onMain { done(start, self.nowNanoseconds) }
  }

  /// Returns false.
  public func afterPaint(_ work: @escaping @Sendable () -> Void) -> Bool { false }

  /// Returns false without running `work`.
  public func runOnMain(_ work: () -> Void) -> Bool { false }
}

/// A one-shot timer that can be set again and again.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateTimer: AnyObject, Sendable {
  /// Sets the handler, called on the main thread when the timer fires. Call this once, before the first `schedule`.
  func setHandler(_ handler: @escaping @Sendable () -> Void)

  /// Sets the timer to fire once, at the deadline or somewhat later, and replaces any earlier setting. The timer may
  /// still fire for the earlier setting if that is under way, so the handler must check what is due.
  /// - Parameter deadlineNanoseconds: a time of the scheduler's clock. If it is past, the timer fires soon.
  func schedule(deadlineNanoseconds: UInt64)

  /// Stops the timer. Unless it is about to fire, it does not fire until it is set again.
  func disarm()
}
