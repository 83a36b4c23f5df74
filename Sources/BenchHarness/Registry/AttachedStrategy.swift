public import Coalesce

/// A strategy attached to one view. `submit` is a closure made where the strategy's type is known. Calling it is 8–9 ns
/// faster than calling an existential.
public struct AttachedStrategy: Sendable {
  /// Submits an update; may be called on any thread.
  public var submit: @Sendable (RowChange) -> Void
  /// Submits an update that must not wait; nil if the harness must call `submit`, then `flush`.
  public let submitUrgent: (@Sendable (RowChange) -> Void)?
  /// The strategy's `pendingCount`.
  public var pendingCount: @Sendable () -> Int
  /// The strategy's `flush`; call on the main thread only.
  public var flush: @Sendable () -> Void
  /// The strategy's `cancel`.
  public var cancel: @Sendable () -> Void

  /// Attaches a coalescer; `update` turns a change into the update to submit.
  @inlinable
  public init<Update: Mergeable>(
    coalescing coalescer: Coalescer<Update>, _ update: @escaping @Sendable (RowChange) -> Update
  ) {
    self.init(coalescer, submitUrgent: { coalescer.submit(update($0), within: .zero) }) {
      coalescer.submit(update($0))
    }
  }

  /// Attaches `strategy`: `submit` submits a change, and `submitUrgent` submits one that must not wait.
  @inlinable
  public init(
    _ strategy: some UpdateStrategy, submitUrgent: (@Sendable (RowChange) -> Void)? = nil,
    submit: @escaping @Sendable (RowChange) -> Void
  ) {
    self.submit = submit
    self.submitUrgent = submitUrgent
    pendingCount = { strategy.pendingCount }
    flush = { strategy.flush() }
    cancel = { strategy.cancel() }
  }

  /// Attaches nothing that delivers: `submit` alone decides what happens to a change.
  package init(submit: @escaping @Sendable (RowChange) -> Void) {
    self.submit = submit
    submitUrgent = nil
    pendingCount = { 0 }
    flush = {}
    cancel = {}
  }
}
