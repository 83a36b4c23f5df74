import Dispatch
import Foundation

package enum MainLoop {
  /// Runs the run loop until `isDone` returns true, for at most `duration`; returns false on timeout. Main thread only.
  @discardableResult
  package static func turn(
    atMost duration: Duration, afterEach: () -> Void = {}, until isDone: () -> Bool
  ) -> Bool {
    let end = ContinuousClock.now + duration
    // Wakes the run loop every millisecond, because `isDone` may become true without waking it.
    let tick = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    tick.schedule(deadline: .now(), repeating: .milliseconds(1), leeway: .nanoseconds(0))
    tick.setEventHandler {}
    tick.activate()
    defer { tick.cancel() }
    while !isDone() {
      guard ContinuousClock.now < end else { return false }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
      afterEach()
    }
    return true
  }
}
