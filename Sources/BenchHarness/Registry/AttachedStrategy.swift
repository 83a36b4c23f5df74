public import Coalesce

/// A strategy attached to one view.
///
/// `submit` is a closure made where the strategy's type is known, 8–9 ns faster than a call through an existential.
public struct AttachedStrategy {
  /// Hands over one update; any thread.
  public let submit: @Sendable (RowChange) -> Void
  /// The same for an update that must not wait; nil for a strategy that is flushed instead.
  public let submitUrgent: (@Sendable (RowChange) -> Void)?
  /// The strategy's `pendingCount`.
  public let pendingCount: @Sendable () -> Int
  /// The strategy's `flush`; on the main thread.
  public let flush: @Sendable () -> Void
  /// The strategy's `cancel`.
  public let cancel: @Sendable () -> Void

  /// Attaches a coalescer; `update` is submitted for a change.
  @inlinable
  public init<Update: Mergeable>(
    coalescing coalescer: Coalescer<Update>, _ update: @escaping @Sendable (RowChange) -> Update
  ) {
    self.init(coalescer, submitUrgent: { coalescer.submit(update($0), within: .zero) }) {
      coalescer.submit(update($0))
    }
  }

  /// Attaches `strategy`: `submit` hands over a change, `submitUrgent` one that must not wait.
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
}
