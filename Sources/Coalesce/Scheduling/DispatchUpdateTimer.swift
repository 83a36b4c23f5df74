@preconcurrency import Dispatch

/// A dispatch timer source that can be created and dropped without ever being used.
final class DispatchUpdateTimer: UpdateTimer {
  private let source: any DispatchSourceTimer

  init(queue: DispatchQueue) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(deadline: .distantFuture)
  }

  deinit {
    // Releasing a source that was never activated traps; activating twice is harmless.
    source.activate()
    source.cancel()
  }

  func setHandler(_ handler: @escaping @Sendable () -> Void) {
    source.setEventHandler(handler: handler)
    source.activate()
  }

  func schedule(deadlineNanoseconds: UInt64, leewayNanoseconds: UInt64) {
    source.schedule(
      deadline: deadlineNanoseconds > Int64.max
        ? .distantFuture : DispatchTime(uptimeNanoseconds: deadlineNanoseconds),
      leeway: .nanoseconds(Int(clamping: leewayNanoseconds)))
  }

  func disarm() { source.schedule(deadline: .distantFuture) }
}
