/// Who takes the deliveries.
extension Coalescer {
  /// Says what is called, on main, with all that was merged. For handlers that need no target; they
  /// are kept until ``cancel()`` or until the coalescer ends. Replaces a handler that is there. On main
  /// if there is one.
  public func deliver(_ handler: @escaping @Sendable (Update) -> Void) {
    attach(
      .plain { update in
        handler(update)
        return true
      })
  }

  /// Makes a coalescer with its handler.
  /// - Parameters:
  ///   - policy: when deliveries are made.
  ///   - leeway: by how much the policy's timers may be late.
  ///   - group: the views that this one shares main with; nil for none.
  ///   - scheduler: where time, the timer and main come from.
  ///   - deliver: called on the scheduler's main with all that was merged.
  public convenience init(
    _ policy: some DeliveryPolicy, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.init(policy, leeway: leeway, in: group, scheduler: scheduler)
    self.deliver(deliver)
  }

  /// Makes a coalescer with its handler, for one that needs no `self`.
  /// - Parameters:
  ///   - policy: when deliveries are made.
  ///   - leeway: by how much the policy's timers may be late.
  ///   - group: the views that this one shares main with; nil for none.
  ///   - deliver: called on the main actor with all that was merged.
  public convenience init(
    _ policy: some DeliveryPolicy, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(policy, leeway: leeway, in: group)
    self.deliver { update in MainActor.assumeIsolated { deliver(update) } }
  }

  /// Says who takes the deliveries. What was submitted before is delivered in main's next pass. The
  /// coalescer's scheduler must be that of the main queue, or virtual.
  /// - Parameters:
  ///   - target: held weakly; when it is gone, the coalescer has ended.
  ///   - handler: called on the main actor with the target and all that was merged.
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

  /// Says who takes the deliveries, each of which goes on until the handler returns, as where it
  /// awaits a diffable data source. One at a time: what is submitted meanwhile is the next.
  ///
  /// Real time only: tasks do not run in virtual time.
  /// - Parameters:
  ///   - target: held weakly between deliveries; when it is gone, the coalescer has ended.
  ///   - handler: called on the main actor with the target and all that was merged; its task is
  ///     cancelled by ``cancel()``.
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
