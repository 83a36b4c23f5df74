import Dispatch
import Foundation

package enum MainLoop {
  /// Runs the run loop once: sleeps until there is work, and does the work. Main thread only.
  package static func pass() { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }

  /// Makes passes until `isDone` returns true, for at most `duration`; returns false on timeout. Main thread only.
  @discardableResult
  package static func turn(
    atMost duration: Duration, by pass: () -> Void = MainLoop.pass, until isDone: () -> Bool
  ) -> Bool {
    let end = ContinuousClock.now + duration
    // Wakes the main thread every millisecond, because `isDone` may become true without waking it.
    let tick = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    tick.schedule(deadline: .now(), repeating: .milliseconds(1), leeway: .nanoseconds(0))
    tick.setEventHandler {}
    tick.activate()
    defer { tick.cancel() }
    while !isDone() {
      guard ContinuousClock.now < end else { return false }
      pass()
    }
    return true
  }
}
