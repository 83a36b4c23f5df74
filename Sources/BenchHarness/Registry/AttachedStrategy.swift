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
  /// The strategy's `flush`; on the main thread.
  public let flush: @Sendable () -> Void
  /// The strategy's `cancel`.
  public let cancel: @Sendable () -> Void
  /// What only a coalescer can do; nil for other strategies.
  public let powers: Powers?

  /// What a `Coalescer` can do besides what every strategy must.
  public struct Powers: Sendable {
    /// Its `submit(_:within:)`.
    public var submitWithin: @Sendable (RowChange, Duration) -> Void
    /// Its `pause`.
    public var pause: @Sendable () -> Void
    /// Its `resume`.
    public var resume: @Sendable () -> Void
    /// Its `cancelPending`.
    public var cancelPending: @Sendable () -> Void
    /// Its `reset`.
    public var reset: @Sendable () -> Void
    /// Its `setPolicy`, with other settings.
    public var changeSettings: @Sendable () -> Void
    /// Its `onDelivery(to:)`, with another view for its target; on the main actor.
    public var setTarget: @Sendable (any ViewPort) -> Void
    /// Its asynchronous `onDelivery(to:)`, with a target and what the handler does; on the main
    /// actor.
    public var setTask: @Sendable (any ViewPort, @escaping Work) -> Void
    /// What a `for await` loop over its deliveries does with each, on the main actor.
    public var consume: @Sendable (@escaping Work) -> Void

    /// What a task does with a delivery.
    public typealias Work = @MainActor @Sendable () async -> Void
  }

  /// Attaches a coalescer, whose settings may change to `pace`; `update` is submitted for a
  /// change, and `show` shows a delivery.
  @inlinable
  public init<Update: Mergeable>(
    coalescing coalescer: Coalescer<Update>, changingTo pace: Pace,
    show: @escaping @Sendable (any ViewPort, Update) -> Void = { port, _ in port.reload() },
    _ update: @escaping @Sendable (RowChange) -> Update
  ) {
    var powers = Powers(coalescer, show: show, update)
    powers.changeSettings = { coalescer.setPace(pace) }
    self.init(coalescer, powers: powers) { coalescer.submit(update($0)) }
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

extension AttachedStrategy.Powers {
  /// The powers of a coalescer, but for its settings; `update` is submitted for a change, and
  /// `show` shows a delivery.
  @inlinable
  public init<Update: Mergeable>(
    _ coalescer: Coalescer<Update>,
    show: @escaping @Sendable (any ViewPort, Update) -> Void = { port, _ in port.reload() },
    _ update: @escaping @Sendable (RowChange) -> Update
  ) {
    submitWithin = { coalescer.submit(update($0), within: $1) }
    pause = { coalescer.pause() }
    resume = { coalescer.resume() }
    cancelPending = { coalescer.cancelPending() }
    reset = { coalescer.resetTiming() }
    changeSettings = {}
    setTarget = { port in
      MainActor.assumeIsolated {
        coalescer.onDelivery(to: port as AnyObject) { (target: AnyObject, update: Update) in
          if let port = target as? any ViewPort { show(port, update) }
        }
      }
    }
    setTask = { port, work in
      MainActor.assumeIsolated {
        coalescer.onDelivery(to: port as AnyObject) { (_: AnyObject, _: Update) in await work() }
      }
    }
    consume = { work in
      Task { @MainActor in
        for await _ in coalescer { await work() }
      }
    }
  }
}
