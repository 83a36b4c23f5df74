public import Coalesce

/// A strategy attached to one view.
///
/// `submit` is a closure made where the strategy's type is known: calling it costs 8–9 ns less than
/// calling through an existential.
public struct AttachedStrategy {
  /// Hands over one update; any thread.
  public let submit: @Sendable (RowChange) -> Void
  /// The strategy's `pendingCount`.
  public let pendingCount: @Sendable () -> Int
  /// The strategy's `flush`; on main.
  public let flush: @Sendable () -> Void
  /// The strategy's `cancel`.
  public let cancel: @Sendable () -> Void
  /// What only a coalescer can do; nil for other strategies.
  public let powers: Powers?

  /// What a ``Coalescer`` can do besides what a strategy must.
  public struct Powers: Sendable {
    /// Its `submit(_:within:)`.
    public let submitWithin: @Sendable (RowChange, Duration) -> Void
    /// Its `pause`.
    public let pause: @Sendable () -> Void
    /// Its `resume`.
    public let resume: @Sendable () -> Void
    /// Its `cancelPending`.
    public let cancelPending: @Sendable () -> Void
    /// Its `reset`.
    public let reset: @Sendable () -> Void

    /// Makes powers of closures.
    /// - Parameters:
    ///   - submitWithin: submits with a bound.
    ///   - pause: delivers nothing until `resume`.
    ///   - resume: ends all pauses.
    ///   - cancelPending: drops what waits.
    ///   - reset: forgets when the last delivery was.
    public init(
      submitWithin: @escaping @Sendable (RowChange, Duration) -> Void,
      pause: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void,
      cancelPending: @escaping @Sendable () -> Void, reset: @escaping @Sendable () -> Void
    ) {
      (self.submitWithin, self.pause, self.resume) = (submitWithin, pause, resume)
      (self.cancelPending, self.reset) = (cancelPending, reset)
    }

    /// The powers of a coalescer.
    /// - Parameters:
    ///   - coalescer: whose they are.
    ///   - update: what is submitted for a change.
    @inlinable
    public init<Update: Mergeable>(
      _ coalescer: Coalescer<Update>, _ update: @escaping @Sendable (RowChange) -> Update
    ) {
      submitWithin = { coalescer.submit(update($0), within: $1) }
      pause = { coalescer.pause() }
      resume = { coalescer.resume() }
      cancelPending = { coalescer.cancelPending() }
      reset = { coalescer.reset() }
    }
  }

  /// Attaches a coalescer; the closure answers what is submitted for a change.
  @inlinable
  public init<Update: Mergeable>(
    coalescing coalescer: Coalescer<Update>, _ update: @escaping @Sendable (RowChange) -> Update
  ) {
    self.init(coalescer, powers: Powers(coalescer, update)) { coalescer.submit(update($0)) }
  }

  /// Attaches `strategy`, to which `submit` hands over, with what it can do besides.
  @inlinable
  public init(
    _ strategy: some UpdateStrategy, powers: Powers? = nil,
    submit: @escaping @Sendable (RowChange) -> Void
  ) {
    self.submit = submit
    self.powers = powers
    pendingCount = { strategy.pendingCount }
    flush = { strategy.flush() }
    cancel = { strategy.cancel() }
  }

  /// The same strategy with something done before each submission.
  func preceded(by work: @escaping @Sendable () -> Void) -> AttachedStrategy {
    let submit = submit
    return AttachedStrategy(
      submit: { change in
        work()
        submit(change)
      }, pendingCount: pendingCount, flush: flush, cancel: cancel, powers: powers)
  }

  private init(
    submit: @escaping @Sendable (RowChange) -> Void, pendingCount: @escaping @Sendable () -> Int,
    flush: @escaping @Sendable () -> Void, cancel: @escaping @Sendable () -> Void, powers: Powers?
  ) {
    (self.submit, self.pendingCount, self.flush) = (submit, pendingCount, flush)
    (self.cancel, self.powers) = (cancel, powers)
  }
}
