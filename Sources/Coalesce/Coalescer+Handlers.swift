/// Setting the handler.
extension Coalescer {
  /// Sets a handler that needs no target. It is called on main with everything that was merged, and
  /// kept until ``cancel()`` or until the coalescer ends. It replaces an earlier handler; call this
  /// on main if there is one.
  public func deliver(_ handler: @escaping @Sendable (Update) -> Void) {
    attach(
      .plain { update in
        handler(update)
        return true
      })
  }

  /// Makes a coalescer with its handler.
  /// - Parameters:
  ///   - policy: decides when deliveries are made.
  ///   - leeway: how late the policy's timers may be.
  ///   - group: the group of views that share main; nil for none.
  ///   - scheduler: provides time, the timer and main.
  ///   - deliver: called on the scheduler's main with everything that was merged.
  public convenience init(
    _ policy: some DeliveryPolicy, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.init(policy, leeway: leeway, in: group, scheduler: scheduler)
    self.deliver(deliver)
  }

  /// Makes a coalescer with a handler that needs no `self`.
  /// - Parameters:
  ///   - policy: decides when deliveries are made.
  ///   - leeway: how late the policy's timers may be.
  ///   - group: the group of views that share main; nil for none.
  ///   - deliver: called on the main actor with everything that was merged.
  public convenience init(
    _ policy: some DeliveryPolicy, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(policy, leeway: leeway, in: group)
    self.deliver { update in MainActor.assumeIsolated { deliver(update) } }
  }

  /// Sets the target and its handler. Updates submitted before are delivered in main's next pass.
  /// The coalescer's scheduler must be virtual or that of the main queue.
  /// - Parameters:
  ///   - target: held weakly. Once it is gone, the coalescer has ended.
  ///   - handler: called on the main actor with the target and everything that was merged.
  @MainActor
  public func deliver<Target: AnyObject>(
    to target: Target, _ handler: @escaping @MainActor (Target, Update) -> Void
  ) {
    let held = WeakTarget(target)
    attach(
      .plain { update in
        MainActor.assumeIsolated {
          guard let target = held.target else { return false }
          handler(target, update)
          return true
        }
      })
  }

  /// Sets the target and an asynchronous handler, for one that awaits a diffable data source, say.
  /// A delivery lasts until the handler returns. There is one at a time: what is submitted
  /// meanwhile comes with the next.
  ///
  /// Real time only: tasks do not run in virtual time.
  /// - Parameters:
  ///   - target: held weakly between deliveries. Once it is gone, the coalescer has ended.
  ///   - handler: called on the main actor with the target and everything that was merged.
  ///     ``cancel()`` cancels its task.
  @MainActor
  public func deliver<Target: AnyObject>(
    to target: Target, _ handler: @escaping @MainActor (Target, Update) async -> Void
  ) {
    let held = WeakTarget(target)
    attach(
      .asynchronous { update in
        MainActor.assumeIsolated { () -> (@MainActor @Sendable () async -> Void)? in
          // Kept for this delivery: another target may have taken its place when the work begins.
          guard let target = held.target else { return nil }
          return { await handler(target, update) }
        }
      })
  }

  private func attach(_ handler: Outbox<Update>.Handler) {
    guard !isCancelled else { return }
    outbox.setHandler(handler)
    engine.open()
    if isCancelled { outbox.releaseHandler(on: engine.scheduler) }
  }
}

/// A target, held weakly.
///
/// Thread safety: `target` on the main actor only.
private final class WeakTarget<Target: AnyObject>: @unchecked Sendable {
  // Proof of `@unchecked`: set once, before anybody else has it; read on the main actor alone.
  private(set) weak var target: Target?

  init(_ target: Target) { self.target = target }
}
