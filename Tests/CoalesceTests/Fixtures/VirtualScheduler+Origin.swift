import Coalesce
import CoalesceTesting

/// Where a submission comes from.
package typealias Origin = Timeline.Origin

extension VirtualScheduler {
  /// The virtual time.
  package var now: Duration { .nanoseconds(nowNanoseconds) }

  /// Runs `body` off main or on main at `time`.
  package func at(_ time: Duration, _ origin: Origin, _ body: @escaping () -> Void) {
    switch origin {
    case .background: at(nanoseconds: time.wholeNanoseconds, body)
    case .main: onMain(atNanoseconds: time.wholeNanoseconds, body)
    }
  }
}
