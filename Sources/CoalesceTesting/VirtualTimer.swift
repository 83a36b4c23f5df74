import Coalesce

/// A timer of virtual time; it fires on time, unless its scheduler says otherwise, then reaches main
/// as anything else does.
final class VirtualTimer: UpdateTimer, @unchecked Sendable {
  // Proof of `@unchecked`: belongs to one simulation, as its scheduler does.
  private unowned let scheduler: VirtualScheduler
  private var handler: @Sendable () -> Void = {}
  private var setting: UInt64 = 0

  init(_ scheduler: VirtualScheduler) { self.scheduler = scheduler }

  func setHandler(_ handler: @escaping @Sendable () -> Void) { self.handler = handler }

  /// On time, whatever the leeway: a system may use it and need not.
  func schedule(deadlineNanoseconds: UInt64, leewayNanoseconds: UInt64) {
    setting += 1
    scheduler.at(nanoseconds: scheduler.firingTime(deadlineNanoseconds)) { [weak self, setting] in
      guard let self, self.setting == setting else { return }
      scheduler.postToMain(handler)
    }
  }

  func disarm() { setting += 1 }
}
