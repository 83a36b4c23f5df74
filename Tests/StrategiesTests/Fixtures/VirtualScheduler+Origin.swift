import Strategies

extension VirtualScheduler {
  /// The virtual time.
  var now: Duration { .nanoseconds(nowNanoseconds) }

  /// Runs `body` off main or on main at `time`.
  func at(_ time: Duration, _ origin: Origin, _ body: @escaping () -> Void) {
    switch origin {
    case .background: at(nanoseconds: time.wholeNanoseconds, body)
    case .main: onMain(atNanoseconds: time.wholeNanoseconds, body)
    }
  }
}
