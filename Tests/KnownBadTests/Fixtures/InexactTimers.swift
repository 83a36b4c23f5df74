import Strategies

/// A virtual scheduler whose timers are early or late by a fixed time.
///
/// Thread safety: none; it belongs to one thread, as the virtual scheduler does.
struct InexactTimers: UpdateScheduler {
  let base: VirtualScheduler
  /// Negative for early.
  let errorNanoseconds: Int64

  var nowNanoseconds: UInt64 { base.nowNanoseconds }
  var isMain: Bool { base.isMain }

  func onMain(_ work: @escaping @Sendable () -> Void) { base.onMain(work) }

  func makeTimer() -> any UpdateTimer {
    InexactTimer(base: base.makeTimer(), errorNanoseconds: errorNanoseconds)
  }

  func makeSignal(_ kind: SignalKind) -> any UpdateSignal { base.makeSignal(kind) }

  func makeQueue(label: String) -> any UpdateQueue { base.makeQueue(label: label) }
}

private final class InexactTimer: UpdateTimer {
  private let base: any UpdateTimer
  private let errorNanoseconds: Int64

  init(base: any UpdateTimer, errorNanoseconds: Int64) {
    self.base = base
    self.errorNanoseconds = errorNanoseconds
  }

  func setHandler(_ handler: @escaping @Sendable () -> Void) { base.setHandler(handler) }

  func schedule(deadlineNanoseconds: UInt64) {
    base.schedule(
      deadlineNanoseconds: UInt64(Int64(deadlineNanoseconds) + errorNanoseconds))
  }

  func disarm() { base.disarm() }
}
